import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeasureOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { DORM_SCREEN, INSPECT_SCREEN } from './model/big-screens.ts'
import type { inspectFindings, inspectTop } from './model/inspect-measures.ts'
import { type screenAlerts, type screenBeds, type screenDevices, type screenDorms, type screenFlow, screenTonight, type screenWeekScores } from './model/measures.ts'
import { nightAt } from './server/nights.ts'

describe('numbers of walls', () => {
  it('belong to the night from noon to noon, and to the week from Monday', () => {
    expect(['2026-09-14T11:59:00+08:00', '2026-09-14T12:00:00+08:00', '2026-09-15T00:30:00+08:00'].map(at => nightAt(new Date(at)))).toEqual([
      '2026-09-13',
      '2026-09-14',
      '2026-09-14',
    ])
    expect(['2026-09-14', '2026-09-20', '2026-09-21'].map(mondayOf)).toEqual(['2026-09-14', '2026-09-14', '2026-09-21'])
  })
  it('20-DS1 are fresh within a minute, tonight within five seconds; what moves by the week may be an hour old', () => {
    expect(screenTonight.refresh).toBe(5)
    const slow = [...DORM_SCREEN.measures, ...INSPECT_SCREEN.measures].filter(m => m.refresh > 300).map(m => m.code)
    expect(slow.sort()).toEqual(['dormitory.checkTop', 'dormitory.checkWeeks', 'dormitory.nights', 'dormitory.weekScores'])
  })
})

describe('the walls and statistics of dormitories', () => {
  let s: StaySchool
  const NAMES = ['陈思远', '周雨桐', '李梓萱', '王浩然', '赵一诺', '黄佳怡', '吴嘉琪', '杨诗涵']
  const night = nightAt(new Date())
  interface Wall {
    head: { area: string | null; lists: string[] }
    measures: Array<{ code: string; data: never }>
  }
  const wall = async (who: Actor, screen = DORM_SCREEN.code, headers?: Record<string, string>): Promise<Wall> => {
    const answer = await who.get<Wall>('screen/wall/read', { screen }, headers)
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data
  }
  const tile = <M>(of: Wall, code: string): MeasureOf<M> => of.measures.find(m => m.code === `dormitory.${code}`)?.data as unknown as MeasureOf<M>
  const total = async (who: Actor, path: string, query: Record<string, unknown>): Promise<number> =>
    (await who.get<{ page: { total: number } }>(path, { size: 10, ...query })).data.page.total
  const behind = async (who: Actor, query: Record<string, unknown>): Promise<number> => (await who.get<{ total: number }>('dorm/dormStatistics/beds', query)).data.total
  let address = ''
  const stream = (speed: string, signal?: AbortSignal) =>
    fetch(`${address}/api/screen/wall/stream?screen=${DORM_SCREEN.code}&replay=${speed}`, { headers: { 'flysource-auth': `bearer ${s.officer.token}` }, ...(signal && { signal }) })
  /** A replay on a newly opened screen: messages received, first moment, and its closing function. */
  function replaying() {
    const leaving = new AbortController()
    let heard = ''
    const reading = (async () => {
      for await (const part of ((await stream('10', leaving.signal)).body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) heard += part
    })().catch(() => {})
    return {
      told: (): Array<{ code: string; data: unknown }> => [...heard.matchAll(/^event: measure\ndata: (.*)$/gm)].map(m => JSON.parse(m[1] ?? '')),
      first: (): number => Number(/^event: moment\ndata: (\d+)$/m.exec(heard)?.[1]),
      leave: () => {
        leaving.abort()
        return reading
      },
    }
  }
  beforeAll(async () => {
    s = await staySchool()
    address = await s.server.app.listen({ host: '127.0.0.1', port: 0 })
    const { db, tenantId } = s
    await setParams(s, 'dormitory', { screenLeastRooms: 11 })
    const women = await s.students(10)
    const men = await s.students(6, { genderCode: '1' })
    const put = (who: ReadonlyArray<{ id: string }>, beds: readonly string[], state: string) =>
      db.query(sql`insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, state, planned_in, check_in_at)
        select b.tenant_id, 'S' || nextval('dorm_stay_no_seq'), s.id, s.student_no, s.name, s.gender_code, s.department_id, s.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, 'main', ${state}, ${today()}::date,
          case when ${state} = 'checkedIn' then now() end
        from unnest(${who.map(w => w.id)}::uuid[], ${beds.slice(0, who.length)}::uuid[]) x(student_id, bed_id) join student s on s.id = x.student_id join dorm_bed b on b.id = x.bed_id where s.tenant_id = ${tenantId}`)
    await put(women.slice(0, 8), s.beds.women, 'checkedIn')
    await put(women.slice(8), s.beds.women.slice(8), 'reserved')
    await put(men, s.beds.men, 'checkedIn')
    await db.query(sql`update dorm_bed set lock_reason = '检修' where id = ${s.beds.men[20]}`)
    await db.query(sql`update dorm_bed set is_enabled = false where id = ${s.beds.men[21]}`)
    await db.query(sql`update dorm_room set usage = 'storage' where id = (select room_id from dorm_bed where id = ${s.beds.men[40]})`)
    await db.query(sql`insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected, result, opened_at, handled_state)
      select tenant_id, ${night}::date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, case when n = 1 then 'excused' else 'expected' end,
        case n when 1 then 'excused' when 2 then 'absent' when 3 then 'late' else 'present' end, case when n = 2 then now() end, case when n = 2 then 'open' end
      from (select *, row_number() over (order by stay_no) as n from dorm_stay where tenant_id = ${tenantId} and state = 'checkedIn') x`)
    await db.query(
      sql`insert into access_device (tenant_id, code, name, dorm_id, direction, secret, last_seen_at) values (${tenantId}, 'D1', '兰苑门', ${s.dorms.women}, 'both', 'x', now()), (${tenantId}, 'D2', '竹苑门', ${s.dorms.men}, 'in', 'x', now() - interval '2 hours')`,
    )
    await db.query(sql`insert into access_event (tenant_id, device_code, dorm_id, seq, person_no, student_id, direction, event_at)
      select ${tenantId}, 'D1', ${s.dorms.women}, n, 'p', ${women[0]?.id}, case when n % 3 = 0 then 'out' else 'in' end, now() - make_interval(mins => n * 7) from generate_series(1, 30) n`)
    const alert = (type: string, who: string | undefined, state = 'open') =>
      db.query(
        sql`insert into access_alert (tenant_id, type, student_id, dorm_id, night_date, at, facts, state) values (${tenantId}, ${type}, ${who}, ${s.dorms.women}, ${night}::date, now(), '{}', ${state})`,
      )
    await alert('lateReturn', women[0]?.id)
    await alert('nightOut', women[1]?.id, 'closed')
    await alert('notLeft', women[2]?.id)
    const week = addDays(mondayOf(today()), -7)
    await db.query(sql`insert into check_week (tenant_id, week, level, room_id, dorm_id, score, checks, rank, ranked)
      select ${tenantId}, ${week}::date, 'room', id, dorm_id, 100 - row_number() over (order by full_name), 1, row_number() over (order by full_name), 24 from dorm_room where tenant_id = ${tenantId}`)
    await db.query(sql`insert into dorm_violation (tenant_id, student_id, dorm_id, type, at, details, state, decided_at)
      values (${tenantId}, ${women[0]?.id}, ${s.dorms.women}, 'appliance', now() - interval '2 days', 'x', 'dismissed', now()), (${tenantId}, ${women[1]?.id}, ${s.dorms.women}, 'smoking', now(), 'x', 'recorded', null)`)
  })
  afterAll(() => s.close())

  it('60-BS5 counts beds as the list behind each number does: what is off, or not for students, is no bed', async () => {
    const beds = tile<typeof screenBeds>(await wall(s.officer), 'beds')
    expect(beds).toEqual({ beds: 91, occupied: 14, reserved: 2, locked: 1, free: 74, dorms: 2, campuses: 1 })
    for (const kind of ['occupied', 'reserved', 'locked', 'free'] as const) expect([kind, await behind(s.officer, { kind })]).toEqual([kind, beds[kind]])
    expect(await behind(s.officer, {})).toBe(beds.beds)
    expect(await total(s.officer, 'dorm/dormStay/list', { state: 'checkedIn' })).toBe(beds.occupied)
    const dorms = tile<typeof screenDorms>(await wall(s.officer), 'dorms').dorms
    expect(dorms.map(d => [d?.name, d?.beds, d?.occupied])).toEqual([
      ['兰苑1栋', 48, 8],
      ['竹苑2栋', 43, 6],
    ])
  })
  it('60-BS5 counts tonight as the list of lines does, and the rate of those who are expected', async () => {
    const tonight = tile<typeof screenTonight>(await wall(s.officer), 'tonight')
    expect(tonight).toMatchObject({ nightDate: night, isTonight: true, lines: 14, present: 11, late: 1, absent: 1, pending: 0, excused: 1, percent: 92.3 })
    for (const result of ['present', 'late', 'absent', 'excused'] as const)
      expect([result, await total(s.officer, 'dorm/nightLine/list', { 'filters.nightDate': night, 'filters.result': result })]).toEqual([result, tonight[result]])
  })
  it('counts passages by ten minutes and doors that are heard of, each direction hatched from where a door of it is silent', async () => {
    const of = await wall(s.officer)
    const flow = tile<typeof screenFlow>(of, 'flow')
    expect([flow.in.length, flow.in.reduce((a, n) => (a ?? 0) + (n ?? 0), 0), flow.out.reduce((a, n) => (a ?? 0) + (n ?? 0), 0)]).toEqual([144, 20, 10])
    // the silent door records entries; exits are known
    expect(Date.now() - Date.parse(flow.silentIn ?? '')).toBeGreaterThan(7_000_000)
    expect(flow.silentOut).toBeNull()
    expect(tile<typeof screenDevices>(of, 'devices')).toMatchObject({ enabled: 2, online: 1 })
  })
  it('20-DA5 20-DS2 shows alerts without names, and never that somebody has not come out', async () => {
    const alerts = tile<typeof screenAlerts>(await wall(s.officer), 'alerts')
    expect(alerts.alerts.map(a => [a?.type, a?.dorm, a?.state]).sort()).toEqual([
      ['lateReturn', '兰苑1栋', 'open'],
      ['nightOut', '兰苑1栋', 'closed'],
    ])
    expect(alerts.today).toBe(2)
  })
  it('20-DS2 60-BS4 sends no name, number or room to a wall; a floor stands for its room until a key allows rooms', async () => {
    const [big, inspect] = [await wall(s.officer), await wall(s.officer, INSPECT_SCREEN.code)]
    const [student] = await s.db.query<{ no: string }>(sql`select student_no as no from dorm_stay limit 1`)
    const text = JSON.stringify([big.measures, inspect.measures])
    for (const secret of [...NAMES, student?.no ?? '?', '栋 10', '栋-10']) expect([secret, text.includes(secret)]).toEqual([secret, false])
    expect(tile<typeof inspectTop>(inspect, 'checkTop').rooms[0]?.place).toBe('兰苑1栋 1层')
    const [code, secret] = await (async () => {
      const { data } = await s.anonymous.post<{ code: string; secret: string }>('screen/screenDevice/openPairing', {})
      return [data.code, data.secret]
    })()
    await s.officer.post('screen/screenDevice/pair', {
      code,
      name: '值班室',
      place: '一层',
      screens: [INSPECT_SCREEN.code],
      showRooms: true,
      showMaskedNames: false,
      expiresAt: addDays(today(), 9),
    })
    const { key } = (await s.anonymous.post<{ key: string }>('screen/screenDevice/collect', { secret })).data
    const allowed = await wall(s.anonymous, INSPECT_SCREEN.code, { 'screen-key': key })
    expect(tile<typeof inspectTop>(allowed, 'checkTop').rooms[0]?.place).toBe('兰苑1栋 101')
  })
  it('ranks buildings in which enough rooms were looked at, none on both sides, and counts what may burn', async () => {
    const scores = tile<typeof screenWeekScores>(await wall(s.officer), 'weekScores')
    expect([scores.best.map(b => b?.name), scores.worst.map(b => b?.name)]).toEqual([['兰苑1栋'], ['竹苑2栋']])
    expect(tile<typeof inspectFindings>(await wall(s.officer, INSPECT_SCREEN.code), 'findings')).toMatchObject({ open: 1, closed: 1, medianDays: 2 })
  })
  it('60-BS5 is counted once for all walls of an audience; who sees a part has numbers of their own', async () => {
    const read = async (who: Actor) =>
      (await who.get<{ measures: Array<{ code: string; at: number }> }>('screen/wall/read', { screen: DORM_SCREEN.code })).data.measures.find(m => m.code === 'dormitory.dorms')?.at
    expect(await read(await s.as({ roles: ['officer'] }))).toBe(await read(s.officer))
    const own = tile<typeof screenBeds>(await wall(s.manager), 'beds')
    expect(own).toMatchObject({ beds: 48, occupied: 8, reserved: 2, dorms: 1 })
    expect(await behind(s.manager, { kind: 'occupied' })).toBe(8)
    expect(tile<typeof screenTonight>(await wall(s.other), 'tonight').lines).toBe(6)
  })
  it('20-DS5 60-BS9 is for sessions that hold it, and names the lists its reader may open', async () => {
    expect((await s.anonymous.get('screen/wall/read', { screen: DORM_SCREEN.code })).code).toBe(401)
    expect((await s.fdy.get('screen/wall/read', { screen: DORM_SCREEN.code })).code).toBe(403)
    expect((await wall(s.officer)).head.lists).toContain('dormitory:nightLine:list')
  })
  it('statistics: every split adds up to its sum and every number is what its list counts, inside the scope', async () => {
    type Split = Array<{ id?: string; gender?: string; roomType?: string; beds: number; occupied: number; free: number; living: number; count: number; type: string }>
    const read = async (who: Actor) => (await who.get<Record<string, Split> & { sums: { beds: number; free: number } }>('dorm/dormStatistics/read')).data
    const all = await read(s.officer)
    for (const split of ['byCampus', 'byDorm', 'byType', 'byGender']) expect([split, all[split]?.reduce((sum, r) => sum + r.beds, 0)]).toEqual([split, all.sums.beds])
    for (const g of all.byGender ?? []) expect(await behind(s.officer, { kind: 'free', gender: g.gender })).toBe(g.free)
    for (const d of all.byDorm ?? []) expect(await behind(s.officer, { kind: 'occupied', dormId: d.id })).toBe(d.occupied)
    expect(all.byCollege?.map(c => c.living)).toEqual([await total(s.officer, 'dorm/dormStay/list', { state: 'checkedIn' })])
    expect(all.byMonth?.at(-1)?.living).toBe(14)
    for (const v of all.violations ?? []) expect(await total(s.officer, 'dorm/dormViolation/list', { 'filters.type': v.type })).toBe(v.count)
    expect((await read(s.manager)).sums).toMatchObject({ beds: 48, free: 38 })
    expect((await s.fdy.get('dorm/dormStatistics/read')).code).toBe(403)
    expect((await read(s.college)).byCollege?.[0]?.living).toBe(14)
  })
  it('20-DA7 60-BS10 calls a door silent as of the moment that is shown, by the school’s own limit, and hides nothing for a door that was silent before all of it', async () => {
    // hours before and after the start of the replay
    const silentWhen = async (hours: number): Promise<string | null | undefined> => {
      const { first, leave } = replaying()
      await expect.poll(first).toBeGreaterThan(0)
      await leave()
      await s.db.query(
        sql`update access_device set last_seen_at = ${new Date(first() + hours * HOUR_MS).toISOString()}::timestamptz where tenant_id = ${s.tenantId} and code = 'D2'`,
      )
      const again = replaying()
      const flow = () => again.told().find(m => m.code === 'dormitory.flow')?.data as MeasureOf<typeof screenFlow> | undefined
      await expect.poll(flow).toBeDefined()
      await again.leave()
      // midnight passed between the two requests
      return Math.abs(again.first() - first()) > HOUR_MS ? silentWhen(hours) : flow()?.silentIn
    }
    expect(await silentWhen(-1)).toEqual(expect.any(String))
    expect(await silentWhen(1)).toBeNull()
    expect(await silentWhen(-30)).toBeNull()
    await setParams(s, 'dormitory', { deviceSilentMinutes: 90 })
    expect(await silentWhen(-1)).toBeNull()
  })
  it('60-BS10 shows the last evening again from its beginning, to whoever is signed in: nobody is in before they were seen', async () => {
    // both evenings around this midnight, whichever is the last when requested
    for (const date of [addDays(today(), -1), today()])
      await s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected, result, seen_at)
        select tenant_id, ${date}::date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, 'expected', 'present', ${`${date}T22:00:00+08:00`} from dorm_stay where tenant_id = ${s.tenantId} and state = 'checkedIn'
        on conflict (tenant_id, night_date, student_id) do update set expected = 'expected', result = 'present', seen_at = excluded.seen_at, opened_at = null, handled_state = null`)
    expect(((await (await stream('5')).json()) as { code: number }).code).toBe(400)
    const { told, first, leave } = replaying()
    await expect.poll(() => told().find(m => m.code === screenTonight.code)?.data).toMatchObject({ isTonight: true, present: 0, pending: 14 })
    expect(new Date(first() + 8 * HOUR_MS).toISOString().slice(11, 13)).toBe('18')
    await leave()
    // now they are in; the cache may show earlier counts for some seconds
    await expect.poll(async () => tile<typeof screenTonight>(await wall(s.officer), 'tonight')).toMatchObject({ present: 14, pending: 0 })
  })
})
