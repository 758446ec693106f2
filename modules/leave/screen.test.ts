import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { leaveBigScreen } from './model/big-screen.ts'
import { leave } from './model/leave.ts'
import { forWall, KEPT_SECONDS, type leaveScreen, perThousand } from './model/screen.ts'
import { applied, approveAs, at, formOf, type LeaveSchool, leaveSchool } from './testing.ts'

type Screen = OutputOf<typeof leaveScreen>
const NAME = '欧阳独一'
const NOON = at(today(), '12:00')

describe('what a wall may show of a split', () => {
  const cell = (label: string, count: number) => ({ label, count })
  it('60-BS4 puts groups below the least number into one line', () =>
    expect(forWall([cell('b', 2), cell('a', 9), cell('c', 4)], 5, 8, 'others')).toEqual([cell('a', 9), cell('others', 6)]))
  it('60-BS4 takes the next smallest along when the rest could be worked out from the sum', () =>
    expect(forWall([cell('a', 9), cell('b', 7), cell('c', 2)], 5, 8, 'others')).toEqual([cell('a', 9), cell('others', 9)]))
  it('60-BS4 says no number where all of them together are too few', () =>
    expect(forWall([cell('a', 3), cell('b', 1)], 5, 8, 'others')).toEqual([{ label: 'others', count: null }]))
  it('shows the largest and sums the others when there are too many lines', () => {
    expect(forWall([cell('a', 9), cell('b', 8), cell('c', 7)], 5, 2, 'others')).toEqual([cell('a', 9), cell('b', 8), cell('others', 7)])
    expect(forWall([cell('a', 0)], 5, 2, 'others')).toEqual([])
  })
  it('counts of every thousand', () => expect([perThousand(3, 240), perThousand(1, 3), perThousand(4, 0)]).toEqual([12.5, 333.3, 0]))
})

describe('the big screen of leave', () => {
  let s: LeaveSchool
  let serial = 0
  const read = async (who: Actor): Promise<Screen> => (await who.get<Screen>('leave/leave/screen')).data
  /** Bypasses all rules, to set a state directly. */
  const put = async (classId: string, state: 'approved' | 'active' | 'overdue' | 'closed' | 'cancelled', more: Record<string, unknown> = {}) => {
    const { id } = await s.newStudent(classId, NAME)
    const draft = {
      leaveNo: `QJ-${++serial}`,
      studentId: id,
      typeId: s.types.personal,
      startAt: at(addDays(today(), -1), '08:00'),
      endAt: at(addDays(today(), 1), '18:00'),
      days: 3,
    }
    return s.db.insert(leave, { ...draft, state, ...more } as never)
  }
  const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
  beforeAll(async () => {
    s = await leaveSchool()
    const [place] = await s.db.unscoped(campus).all()
    await s.db.update(campus, place?.id ?? '', { cantonCode: '520100' })
    const far = { leavesCampus: true, leavesCity: true }
    for (let n = 0; n < 5; n++) await put(s.ids.s2301, 'active', { ...far, cantonCode: '110105' })
    for (let n = 0; n < 5; n++) await put(s.ids.n2301, 'active', { ...far, cantonCode: '520302', typeId: s.types.sick })
    await put(s.ids.a2301, 'active', { ...far, cantonCode: '440100', typeId: s.types.official })
    const late = { startAt: at(addDays(today(), -9), '08:00') }
    await put(s.ids.s2301, 'overdue', { ...late, endAt: ago(5) })
    await put(s.ids.s2301, 'overdue', { ...late, endAt: ago(50) })
    await put(s.ids.a2301, 'overdue', { ...late, endAt: ago(100) })
    await put(s.ids.s2301, 'closed', {
      startAt: at(addDays(today(), -20), '13:00'),
      endAt: at(addDays(today(), -19), '12:00'),
      backAt: at(addDays(today(), -19), '12:00'),
      days: 1,
    })
    await put(s.ids.s2301, 'closed', { startAt: NOON, endAt: at(today(), '18:00'), backAt: new Date().toISOString() })
    await put(s.ids.s2301, 'cancelled')
    const asked = await applied(s, formOf(s, s.monday, s.monday))
    await s.db.query(sql`update process_instance set started_at = now() - interval '6 hours' where id = ${asked.instanceId}`)
    await approveAs(s.fdy, asked.instanceId)
    const { actor } = await s.newStudent(s.ids.s2301)
    await applied(s, formOf(s, s.monday, s.monday), actor)
  })
  afterAll(() => s.close())

  it('counts who is away, late, begins, returns and waits', async () => {
    const seen = await read(s.officer)
    expect(seen).toMatchObject({ isWhole: true, away: 14, leftCity: 11, overdue: 3, pending: 1, begin: 1, closed: 1, lateByDay: { one: 1, three: 1, more: 1 } })
    expect(seen.due).toBe(Date.parse(ago(5)) >= Date.parse(at(today(), '00:00')) ? 1 : 0)
    const [{ n } = { n: 0 }] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from student where tenant_id = ${s.tenantId} and status = 'active'`)
    expect([seen.inSchool, seen.perThousand]).toEqual([n, perThousand(14, n)])
  })
  it('60-BS4 merges types and places of few; places are provinces, and cities inside the own one', async () => {
    const { byType, byPlace } = await read(s.officer)
    expect(byType).toEqual([
      { label: '事假', count: 8 },
      { label: '其他类型', count: 6 },
    ])
    expect(byPlace).toEqual([
      { label: '北京市', count: 5 },
      { label: '其他地区', count: 6 },
    ])
    const college = await read(s.college)
    expect(college.byPlace).toEqual([
      { label: '北京市', count: 5 },
      { label: '遵义市', count: 5 },
    ])
  })
  it('ranks colleges by how many of a thousand are away', async () => {
    const { byCollege } = await read(s.officer)
    expect(byCollege.map(c => [c?.name, c?.away])).toEqual([
      ['艺术设计学院', 2],
      ['信息工程学院', 12],
    ])
    expect(byCollege[0]?.perThousand).toBe(1000)
  })
  it('counts person-days day by day, half days as halves, until the return or until now', async () => {
    const { byDay } = await read(s.officer)
    const on = (days: number) => byDay.find(d => d?.date === addDays(today(), -days))?.days
    expect([byDay.length, byDay.at(-1)?.date]).toEqual([30, today()])
    expect([on(20), on(19), on(18), on(9), on(2)]).toEqual([0.5, 0.5, 0, 3, 3])
    expect(on(1)).toBe(14)
  })
  it('measures hours from handing in to the last word', async () => expect(await read(s.officer)).toMatchObject({ decided: 1, medianHours: 6, slowHours: 6 }))
  it('shows each their own scope, and nothing to who may not', async () => {
    expect(await read(s.college)).toMatchObject({ isWhole: false, away: 12, overdue: 2, byCollege: [{ name: '信息工程学院' }] })
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(await read(art)).toMatchObject({ away: 2, byPlace: [{ label: '其他地区', count: null }], decided: 0 })
    expect((await s.me.get('leave/leave/screen')).code).toBe(403)
    expect((await s.fdy.get('leave/leave/screen')).code).toBe(403)
  })
  it('20-DS1 is fresh within a minute: what is pushed and the seconds figures are kept stay below it', async () => {
    const { at: counted } = await read(s.officer)
    expect(Date.now() - Date.parse(counted)).toBeLessThan(60_000)
    expect(leaveBigScreen.refresh + Math.max(...Object.values(KEPT_SECONDS))).toBeLessThanOrEqual(60)
  })
  it('20-DS2 carries no name, number or room of anybody', async () => {
    const text = JSON.stringify(await read(s.officer))
    for (const secret of [NAME, 'QJ-', '13912345678', s.studentId]) expect(text).not.toContain(secret)
  })
  it('20-DS5 answers a session with the screen’s permission only', async () => expect((await s.anonymous.get('leave/leave/screen')).code).toBe(401))
  it('60-BS5 is worked out once for all walls of a scope', async () => {
    const first = await read(s.officer)
    await put(s.ids.n2301, 'active')
    const second = await read(await s.as({ roles: ['officer'] }))
    expect([second.at, second.away]).toEqual([first.at, first.away])
    expect((await read(await s.as({ roles: ['college'], departmentId: s.ids.info }))).away).toBe(13)
  })
})
