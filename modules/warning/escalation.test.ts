import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import type { Actor } from '#testing/school.ts'
import { escalate } from './server/escalate.ts'
import { lookAgain } from './server/score-set.ts'
import { cards, casesOf, close, headTeacher, type LeaveSchool, ruleOver, signal, warningSchool } from './testing.ts'

let s: LeaveSchool
let grave: string
beforeAll(async () => {
  s = await warningSchool()
  grave = await ruleOver(s, 'leave.overdue', { points: 50 })
})
afterAll(() => s.close())
/** A student with so many grave facts. */
async function listed(facts: number, name: string): Promise<string> {
  const { id } = await s.newStudent(s.ids.s2301, name)
  for (let n = 0; n < facts; n++) await signal(s, grave, id, 3, { points: 50 })
  await lookAgain(s.db, [id])
  return id
}
const told = async (who: Actor, code: string): Promise<string[]> => {
  await s.server.settle()
  const rows = await s.db.query<{ title: string }>(
    sql`select title from message where tenant_id = ${s.tenantId} and event_code = ${`warning.${code}`} and recipient_id = ${who.userId} order by created_at`,
  )
  return rows.map(r => r.title)
}
const todosOf = (who: Actor, caseId: string | undefined) =>
  s.db.query<{ state: string; priority: string; dueAt: string }>(
    sql`select state, priority, due_at as "dueAt" from todo where tenant_id = ${s.tenantId} and user_id = ${who.userId} and biz_type = 'warningCase' and biz_id = ${caseId ?? ''}`,
  )
const seenOf = async (who: Actor, name: 'raised' | 'grave'): Promise<string[]> =>
  (await who.get<{ cards: Array<{ studentId: string }> }>(`warning/warningCase/${name}`)).data.cards.map(c => c.studentId)
const overdue = (caseId: string | undefined, hours: number) =>
  s.db.query(sql`update warning_case set due_at = now() - make_interval(hours => ${hours}) where tenant_id = ${s.tenantId} and id = ${caseId ?? ''}`)

it('60-EW6 what is urgent is told to the counsellor at once and once, and to be begun in a day; a look in three; both are to-dos until somebody begins', async () => {
  const who = await listed(2, '冯一')
  const [one] = await casesOf(s, who)
  expect(one?.level).toBe('urgent')
  expect(Math.abs(Date.parse(one?.dueAt ?? '') - Date.now() - DAY_MS)).toBeLessThan(HOUR_MS)
  expect(await todosOf(s.fdy, one?.id)).toMatchObject([{ state: 'open', priority: 'urgent', dueAt: one?.dueAt }])
  expect(await told(s.fdy, 'urgent')).toEqual(['冯一 需要马上去看看'])
  await Promise.all([lookAgain(s.db, [who]), lookAgain(s.db, [who])])
  expect(await told(s.fdy, 'urgent')).toHaveLength(1)
  const look = await listed(1, '冯二')
  const [two] = await casesOf(s, look)
  expect(two?.level).toBe('look')
  expect(Math.abs(Date.parse(two?.dueAt ?? '') - Date.now() - 3 * DAY_MS)).toBeLessThan(HOUR_MS)
  expect(await todosOf(s.fdy, two?.id)).toMatchObject([{ state: 'open', priority: 'normal' }])
  expect(await told(s.fdy, 'urgent')).toHaveLength(1)
  // graver: due sooner, told
  await signal(s, grave, look, 3, { points: 50 })
  await lookAgain(s.db, [look])
  expect(await todosOf(s.fdy, two?.id)).toMatchObject([{ state: 'open', priority: 'urgent' }])
  expect(await told(s.fdy, 'urgent')).toHaveLength(2)
  // the first act ends the clock
  expect((await s.fdy.post('warning/warningCase/follow', { id: one?.id })).code).toBe(200)
  expect(await todosOf(s.fdy, one?.id)).toMatchObject([{ state: 'done' }])
  expect((await close(s.fdy, two?.id)).code).toBe(200)
  expect(await todosOf(s.fdy, two?.id)).toMatchObject([{ state: 'done' }])
  for (const id of [one?.id, two?.id]) await overdue(id, 100)
  expect(await escalate(s.db)).toBe(0)
  await lookAgain(s.db, [who])
  expect(await todosOf(s.fdy, one?.id)).toMatchObject([{ state: 'done' }])
})
it('60-EW6 what nobody began in time the college sees, then the office, each told once, however many clocks run', async () => {
  const who = await listed(1, '冯三')
  const [one] = await casesOf(s, who)
  expect(await escalate(s.db, Date.now() + 71 * HOUR_MS)).toBe(0)
  expect([await seenOf(s.college, 'raised'), await seenOf(s.officer, 'grave')].flat()).not.toContain(who)
  await overdue(one?.id, 1)
  const runs = await Promise.all([escalate(s.db), escalate(s.db), escalate(s.db)])
  expect(runs.reduce((a, b) => a + b)).toBe(1)
  expect(await seenOf(s.college, 'raised')).toContain(who)
  expect(await seenOf(s.officer, 'grave')).not.toContain(who)
  expect([await told(s.college, 'raised'), await told(s.officer, 'raised')]).toEqual([['1 名学生的预警过了时限没有人处理'], []])
  await overdue(one?.id, 25)
  expect(await escalate(s.db)).toBe(1)
  expect(await escalate(s.db)).toBe(0)
  expect(await seenOf(s.officer, 'grave')).toContain(who)
  expect([(await told(s.college, 'raised')).length, (await told(s.officer, 'raised')).length]).toEqual([1, 1])
  // it stays with the counsellor, and ends there
  expect((await s.college.post('warning/warningCase/close', { id: one?.id, outcome: 'talked', note: '已经谈过话' })).code).toBe(403)
  expect((await close(s.fdy, one?.id)).code).toBe(200)
  expect([await seenOf(s.college, 'raised'), await seenOf(s.officer, 'grave')].flat()).not.toContain(who)
})
it('60-EW7 colleges read counts and what went up, the office counts and what is urgent, by the parts each may see, within their scope', async () => {
  const urgent = await listed(2, '冯四')
  const hidden = await ruleOver(s, 'fee.arrears', { points: 50 })
  const { id: other } = await s.newStudent(s.ids.s2301, '冯五')
  for (let n = 0; n < 2; n++) await signal(s, hidden, other, 3, { points: 50, sourceType: 'unknown.source' })
  await lookAgain(s.db, [other])
  expect(await casesOf(s, other)).toMatchObject([{ level: 'urgent' }])
  // who sees none of the reasons is told nothing, has nothing to do, and counts nothing
  expect(await todosOf(s.fdy, (await casesOf(s, other))[0]?.id)).toEqual([])
  expect((await told(s.fdy, 'urgent')).join()).not.toContain('冯五')
  expect(await seenOf(s.officer, 'grave')).toContain(urgent)
  expect(await seenOf(s.officer, 'grave')).not.toContain(other)
  expect(await seenOf(s.college, 'raised')).not.toContain(urgent)
  type Counts = { places: Array<{ counsellorName: string | null; urgent: number; waiting: number }> }
  const counts = async (who: Actor) => (await who.get<Counts>('warning/warningCase/counts')).data.places
  const sum = (places: Counts['places'], of: 'urgent' | 'waiting') => places.reduce((n, p) => n + p[of], 0)
  const mine = await cards(s.fdy)
  for (const who of [s.college, s.officer]) {
    const places = await counts(who)
    expect([sum(places, 'urgent'), sum(places, 'waiting')]).toEqual([mine.filter(c => c.level === 'urgent').length, mine.filter(c => c.state === 'open').length])
  }
  expect(await counts(await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '外院' }))).toEqual([])
  expect(await seenOf(await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '外院二' }), 'raised')).toEqual([])
  const bzr = await headTeacher(s, s.ids.s2301)
  for (const nobody of [s.fdy, bzr, s.me]) for (const name of ['raised', 'grave', 'counts']) expect((await nobody.get(`warning/warningCase/${name}`)).code).toBe(403)
  for (const [who, name] of [
    [s.college, 'grave'],
    [s.officer, 'raised'],
  ] as const)
    expect((await who.get(`warning/warningCase/${name}`)).code).toBe(403)
})
