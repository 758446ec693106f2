import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setParams, YEAR } from '#modules/admission/testing.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { ok, rulesOf } from '../testing.ts'
import { demoDorm } from './server/demo.ts'
import { type DormWelcome, dormWelcome } from './testing.ts'

interface Overview {
  total: number
  claimed: number
  eligible: number
  blocked: number
  reasons: Array<{ code: string; count: number }>
  classes: Array<{ className: string; total: number; claimed: number; eligible: number; blocked: number }>
  rounds: unknown[]
}
type Waiting = Array<{ studentId: string; name: string; why: string | null }>
let w: DormWelcome
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  w = await dormWelcome()
  sent = captureNotifications(w.s.server)
})
afterAll(() => w.s.close())
afterEach(() => void vi.useRealTimers())

describe('the overview of claims', () => {
  it('counts who has a bed, may choose, or is kept from it by what, within the reader’s scope; what is not theirs is in no sum', async () => {
    const roundId = await w.round()
    await w.link([roundId], ['intention', 'information'])
    const [housed, blocked] = [await w.someone(), await w.someone()]
    const elsewhere = await w.someone()
    await w.s.db.query(sql`update student set class_id = ${w.s.ids.a2301}, department_id = ${w.s.ids.art} where id = ${elsewhere.id}`)
    await w.link([roundId], ['intention'])
    await w.claimed(housed, roundId, '101-1')
    await w.link([roundId], ['intention', 'information'])
    const of = async (by = w.s.fdy) => ok(await by.get<Overview>('welcome/claimLink/overview', { batchId: w.batchId }))
    expect(await of()).toMatchObject({ total: 2, claimed: 1, eligible: 0, blocked: 1, reasons: [{ code: 'information', count: 1 }], rounds: [{ id: roundId }] })
    const whole = await of(w.s.officer)
    expect(whole.total).toBeGreaterThan(2)
    expect(whole.classes.reduce((n, c) => n + c.total, 0)).toBe(whole.total)
    expect([whole.claimed + whole.eligible + whole.blocked, whole.claimed]).toEqual([whole.total, 1])
    const waiting = ok(await w.s.fdy.get<Waiting>('welcome/claimLink/waiting', { batchId: w.batchId, classId: w.s.ids.s2301 }))
    expect(waiting).toMatchObject([{ studentId: blocked.id, why: expect.stringMatching(/^信息采集：还没有填/) }])
    expect(ok(await w.s.fdy.get<Waiting>('welcome/claimLink/waiting', { batchId: w.batchId, classId: w.s.ids.a2301 }))).toEqual([])
    const remind = (by = w.s.fdy) => by.post<{ told: number }>('welcome/claimLink/remind', { batchId: w.batchId })
    const pressed = await Promise.all([remind(), remind()])
    expect([pressed.flatMap(a => (a.code === 200 ? [a.data.told] : [])), pressed.flatMap(rulesOf)]).toEqual([[1], ['soon']])
    expect(await sent('welcome.stillBlocked', blocked.actor.userId)).toMatchObject([{ link: '/welcome/dorm' }])
    expect(await sent('welcome.stillBlocked', elsewhere.actor.userId)).toEqual([])
    // whoever was told some minutes ago is not told again by others, who reach the rest
    expect(ok(await remind(w.s.officer)).told).toBe(whole.total - whole.claimed - 1)
    expect(await sent('welcome.stillBlocked', blocked.actor.userId)).toHaveLength(1)
    await w.s.db.query(sql`update task_reminder set reminded_at = now() - interval '61 minutes' where task_id = ${w.batchId}`)
    expect(ok(await remind()).told).toBe(1)
  })
  it('is read once for all who look at a batch at the same time, and shows each only the own students', async () => {
    await w.link([await w.round()], ['information'])
    const blocked = await w.someone()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const read = async (by: Actor) => ok(await by.get<Overview>('welcome/claimLink/overview', { batchId: w.batchId }))
    const whole = await read(w.s.officer)
    expect(whole.reasons).toMatchObject([{ code: 'information', count: whole.blocked }])
    await w.s.db.query(sql`update welcome_step_state set state = 'waived' where student_id = ${blocked.id} and step_code = 'information'`)
    const own = await read(w.s.fdy)
    expect(own.reasons).toMatchObject([{ code: 'information', count: own.blocked }])
    expect(own.blocked).toBeLessThan(whole.blocked)
    expect(await read(w.s.officer)).toEqual(whole)
    // beds are counted as of now, whatever the shared part says
    ok(await w.s.officer.post('welcome/claimLink/place', { batchId: w.batchId, studentId: blocked.id, bedId: w.place('102-4') }))
    expect(await read(w.s.officer)).toMatchObject({ claimed: whole.claimed + 1, blocked: whole.blocked - 1, eligible: whole.eligible })
    vi.setSystemTime(Date.now() + 3000)
    expect(await read(w.s.fdy)).toMatchObject({ total: own.total, claimed: own.claimed + 1, blocked: own.blocked - 1 })
  })
  it('30-WD6 warns of every moment at which more people begin than claim.waveMax, waves that open at once counted together and each person once', async () => {
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
    const [soon, later] = [
      { opensAt: at(10), closesAt: at(40) },
      { opensAt: at(50), closesAt: at(80) },
    ]
    const waves = [
      { name: '甲', ...soon, group: { genderCode: '1' } },
      { name: '乙', ...soon, group: {} },
      { name: '丙', ...later, group: { genderCode: '2' } },
    ]
    const roundId = await w.round({ waves })
    await w.link([roundId])
    const of = async () =>
      ok(await w.s.officer.get<Overview & { openings: Array<{ waves: string; people: number; isOver: boolean }> }>('welcome/claimLink/overview', { batchId: w.batchId })).openings
    const [{ n } = { n: 0 }] = await w.s.db.query<{ n: number }>(sql`select count(*)::int as n from sys_user where realm = 'welcome' and student_id is not null`)
    await setParams(w.s, 'welcome', { 'claim.waveMax': n })
    expect(await of()).toMatchObject([
      { waves: '甲、乙', people: n, isOver: false },
      { waves: '丙', people: 0, isOver: false },
    ])
    await setParams(w.s, 'welcome', { 'claim.waveMax': n - 1 })
    expect((await of()).map(o => o.isOver)).toEqual([true, false])
  })
  it('lets officers give a bed by hand, once, which others may have again when it is free', async () => {
    const who = await w.someone()
    const place = (by = w.s.officer, bed = '102-1') => by.post('welcome/claimLink/place', { batchId: w.batchId, studentId: who.id, bedId: w.place(bed) })
    expect((await place(w.s.fdy)).code).toBe(403)
    const both = await Promise.all([place(), place(w.s.officer, '102-2')])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    expect(rulesOf(both.find(a => a.code !== 200) ?? both[0])).toEqual(['twice'])
    const stay = await w.stayOf(who)
    expect(stay).toMatchObject({ state: 'reserved', source: 'manual' })
    const [bed] = await w.s.db.query(sql`select lock_reason as "lockReason" from dorm_bed where id = ${stay?.bedId}`)
    expect(bed).toEqual({ lockReason: null })
  })
  it('waits for others that write the same person, however they lock, and refuses where there are trials only', async () => {
    const { s } = w
    const who = await w.someone()
    const place = () => s.officer.post('welcome/claimLink/place', { batchId: w.batchId, studentId: who.id, bedId: w.place('102-3') })
    const placed = await s.db.tx(async tx => {
      await tx.query(sql`select from student where id = ${who.id} for share`)
      const answer = place()
      // who waits for this transaction; activity would be read once only within it
      const waiting = sql`select w.pid from pg_locks w join pg_locks own on own.transactionid = w.transactionid and own.pid = pg_backend_pid() and own.granted where not w.granted`
      await expect.poll(async () => (await tx.query(waiting)).length).toBe(1)
      // where the other one shares the lock already, this waits for it for ever
      await tx.query(sql`select from student where id = ${who.id} for no key update`)
      return { answer }
    })
    ok(await placed.answer)
    expect((await w.stayOf(who))?.state).toBe('reserved')
    const trial = await w.round({ trial: true })
    await w.link([trial])
    expect(rulesOf(await place())).toEqual(['noRound'])
  })
})
it('30-WD6 a round that is a draft is split into waves by the rule of the batch; one that is published is not', async () => {
  const known = await w.round()
  const { pool, moveIn, beginTime, endTime } = ok(await w.s.officer.get<Record<string, unknown>>('dorm/claimRound/getOne', { id: known }))
  const draft = { name: '分批', beginTime, endTime, audience: { roles: ['newStudent'] }, pool, moveIn, waves: [] }
  const { id } = ok(await w.s.officer.post<{ id: string }>('dorm/claimRound/add', draft))
  await w.link([known, id], ['intention'], { openRule: 'byCollege' })
  await w.someone()
  const plan = (roundId: string, more: object = {}) =>
    w.s.officer.post<{ waves: number; over: number }>('welcome/claimLink/plan', { batchId: w.batchId, roundId, opensAt: beginTime, minutes: 60, ...more })
  expect(rulesOf(await plan(known))).toEqual(['running'])
  expect(rulesOf(await plan(id, { opensAt: endTime }))).toEqual(['tooManyWaves'])
  await setParams(w.s, 'welcome', { 'claim.waveMax': 1 })
  const made = ok(await plan(id))
  const { waves } = ok(await w.s.officer.get<{ waves: Array<{ name: string; opensAt: string; closesAt: string; group: object }> }>('dorm/claimRound/getOne', { id }))
  expect([waves.length, waves[0]?.name, waves[0]?.opensAt]).toEqual([made.waves, '第1批', new Date(String(beginTime)).toISOString()])
  expect(made.waves).toBeGreaterThan(1)
  expect(Date.parse(waves[1]?.opensAt ?? '') - Date.parse(waves[0]?.opensAt ?? '')).toBe(3_600_000)
  await setParams(w.s, 'welcome', { 'claim.waveMax': 3000 })
  expect(ok(await plan(id))).toEqual({ waves: 1, over: 0 })
  expect((await w.s.fdy.post('welcome/claimLink/plan', { batchId: w.batchId, roundId: id, opensAt: beginTime, minutes: 60 })).code).toBe(403)
})
it('30-WD whoever has a bed reads on the phone when to move in, what to bring, and which roommates let themselves be seen', async () => {
  await w.s.db.query(sql`update dorm_stay set state = 'cancelled', is_open = false where is_open`)
  const roundId = await w.round()
  await w.link([roundId], ['intention'], { bring: '身份证\n被褥' })
  const [me, shown, hidden] = [await w.someone(), await w.someone(), await w.someone()]
  const room = async () =>
    ok(await me.actor.get<{ bed: string | null; bring: string | null; mates: Array<{ alias: string; habits: string | null }> }>('welcome/dormPlacement/room'))
  expect(await room()).toMatchObject({ bed: null, bring: null, mates: [] })
  for (const [who, bed] of [
    [me, '101-1'],
    [shown, '101-2'],
    [hidden, '101-3'],
  ] as const)
    await w.claimed(who, roundId, bed)
  for (const [who, alias, isShown] of [
    [shown, '早睡的小李', true],
    [hidden, '不说', false],
  ] as const)
    ok(await who.actor.post('dorm/claimCard/save', { roundId, alias, habits: '十一点前睡', isShown }))
  expect(await room()).toMatchObject({ bed: expect.stringContaining('101'), bring: '身份证\n被褥', mates: [{ alias: '早睡的小李', habits: '十一点前睡' }] })
})
it('the demo has a round in which new students choose, after the information form', async () => {
  await w.s.db.query(sql`update sys_user set user_name = 'officer' where id = ${w.s.officer.userId}`)
  await w.s.db.query(sql`delete from claim_link`)
  await demoDorm(w.s.db, w.batchId, YEAR, 3)
  const who = await w.someone()
  const rounds = ok(await who.actor.get<Array<{ name: string; lacks: Array<{ link: string }> }>>('dorm/claimRound/mine'))
  expect(rounds.find(r => r.name.endsWith('补选床位'))?.lacks).toMatchObject([{ link: '/welcome/info' }])
})
