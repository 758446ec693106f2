import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { openCase } from './model/actions.ts'
import { attentionCase } from './model/attention-case.ts'
import { guardianUntold, overdueMild, overdueSevere } from './server/jobs.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, ok, ruleOf } from './testing.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())
const CASE = 'mentalHealth/attentionCase'
/** Words of which nothing may stand in a to-do or a message. */
const TELLING = ['心理', '关注', '个案', '级', '危机', '周雨桐', '陈一诺', 'psych']
interface Todo {
  userId: string
  title: string
  summary: string | null
}
const todosOf = (id: string) =>
  s.db.query<Todo>(
    sql`select user_id as "userId", title, summary from todo where tenant_id = ${s.tenantId} and biz_id = ${id} and node = 'overdue' and state = 'open' order by arrived_at`,
  )
const toldOf = async (id: string): Promise<string[]> => (await todosOf(id)).map(t => t.userId).toSorted()
const sorted = (...who: readonly Actor[]): string[] => who.map(w => w.userId).toSorted()
const dueOf = async (id: string): Promise<number> => Date.parse((await s.db.unscoped(attentionCase).one(id)).dueAt ?? '')
/** Titles and contents of the messages somebody has: what leaves the application. */
const wordsTo = async (who: Actor): Promise<string> =>
  ok(await who.get<{ result: Array<{ title: string; content: string }> }>('base/message/mine', {}))
    .result.map(m => m.title + m.content)
    .join()
const opened = async (who: Actor, id: string) => ok(await who.post<OutputOf<typeof openCase>>(`${CASE}/open`, { id }))
const note = (who: Actor, id: string, nextOn: string | null) =>
  who.post(`${CASE}/followUp`, { id, at: new Date().toISOString(), way: 'face', layer: 'ml1', content: '见过面，状态平稳', nextOn })
/** The clock at this moment, by four processes at once. */
const at = async (clock: typeof overdueMild, now: number) => (await Promise.all([1, 2, 3, 4].map(() => clock(s.db, now)))).reduce((a, b) => a + b)

it('50-MH7 an overdue follow-up reaches owner, backup and college once each, sooner at levels 1 and 2, in words that tell nothing, until somebody has followed up', async () => {
  const { psy, second, college, fdy, other, officer } = s.people
  const id = await s.severe({ level: '1' })
  const due = await dueOf(id)
  expect(Math.abs(due - Date.now() - 30 * MINUTE_MS)).toBeLessThan(MINUTE_MS * 5)
  expect([await at(overdueSevere, due - 1), await toldOf(id)]).toEqual([0, []])
  expect([await at(overdueSevere, due), await toldOf(id)]).toEqual([1, sorted(psy)])
  expect([await at(overdueSevere, due + 2 * HOUR_MS - 1), await toldOf(id)]).toEqual([0, sorted(psy)])
  expect([await at(overdueSevere, due + 2 * HOUR_MS), await toldOf(id)]).toEqual([1, sorted(psy, second)])
  expect([await at(overdueSevere, due + 4 * HOUR_MS), await toldOf(id)]).toEqual([1, sorted(psy, second, college)])
  expect([await at(overdueSevere, due + 999 * HOUR_MS), await at(overdueMild, due + 999 * HOUR_MS)]).toEqual([0, 0])
  // recorded, each once, for whoever has a layer of the case
  for (const who of [psy, fdy]) expect((await opened(who, id)).notices.map(n => n?.step)).toEqual(['college', 'backup', 'owner'])
  // what is told tells nothing
  const todos = await todosOf(id)
  await s.server.settle()
  const messages = await Promise.all([psy, second, college].map(wordsTo))
  for (const text of messages) expect(text).toContain('你有一项工作已超过时限')
  for (const word of TELLING) expect(JSON.stringify(todos.map(t => [t.title, t.summary])) + messages.join()).not.toContain(word)
  for (const who of [other, officer]) expect(await wordsTo(who)).not.toContain('超过时限')
  // followed up, by anybody: to-dos are done, and the next deadline begins anew
  ok(await note(fdy, id, addDays(today(), 1)))
  expect(await toldOf(id)).toEqual([])
  const next = await dueOf(id)
  expect(next).toBe(schoolMs(addDays(today(), 2)))
  expect([await at(overdueSevere, next - 1), await at(overdueSevere, next), await toldOf(id)]).toEqual([0, 1, sorted(psy)])
  // missed runs are made up for: nobody is left out, and each is told
  expect([await at(overdueSevere, next + 50 * HOUR_MS), await toldOf(id)]).toEqual([1, sorted(psy, second, college)])
  expect((await opened(psy, id)).notices).toHaveLength(6)
})
it('50-MH7 levels 3 and 4 take a day and two, as the school sets it, and an ended case reaches nobody', async () => {
  const { fdy, college, psy } = s.people
  ok(await fdy.post(`${CASE}/propose`, { studentId: s.plain, level: '4', why: '考试前后睡不好' }))
  const id = await s.caseOf(s.plain)
  const mild = { ...CONFIRMED, id, level: '4', ownerId: fdy.userId, backupId: college.userId }
  for (const who of [fdy, college]) ok(await who.post(`${CASE}/confirmMild`, mild))
  const due = await dueOf(id)
  expect(due).toBeGreaterThan(schoolMs(addDays(today(), 7)))
  expect([await at(overdueMild, due), await toldOf(id)]).toEqual([1, sorted(fdy)])
  expect([await at(overdueMild, due + 24 * HOUR_MS - 1), await at(overdueMild, due + 24 * HOUR_MS), await toldOf(id)]).toEqual([0, 1, sorted(fdy, college)])
  await setParams(s, 'mentalHealth', { collegeHours: 30 })
  expect([await at(overdueMild, due + 30 * HOUR_MS - 1), await at(overdueMild, due + 30 * HOUR_MS)]).toEqual([0, 1])
  // who follows up at this moment is not overtaken by the clock
  ok(await note(fdy, id, today()))
  const next = await dueOf(id)
  await s.db.tx(async db => {
    await db.unscoped(attentionCase).lock(id)
    expect(await overdueMild(s.db, next)).toBe(0)
  })
  // even where nothing is agreed the case does not fall asleep
  ok(await note(fdy, id, null))
  expect(await dueOf(id)).toBe(schoolMs(addDays(today(), 31)))
  // raised: due by the new level
  ok(await fdy.post(`${CASE}/raise`, { id, level: '2' }))
  const raised = await dueOf(id)
  expect([await at(overdueSevere, raised), await toldOf(id)]).toEqual([1, sorted(fdy)])
  // listed as overdue once it is
  await s.db.query(sql`update attention_case set due_at = now() - interval '1 minute' where id = ${id}`)
  expect(JSON.stringify(ok(await fdy.get(`${CASE}/register`, { due: 'overdue' })))).toContain(id)
  await s.db.query(sql`update attention_case set state = 'closed' where id = ${id}`)
  expect([await at(overdueSevere, raised + 999 * HOUR_MS), (await psy.get(`${CASE}/register`, { due: 'overdue' })).code]).toEqual([0, 200])
})
it('50 §9 response: a guardian is told at once at level 1 and within a day at level 2, or the centre says why not; who is late is told, once each', async () => {
  const { psy, second, college, fdy } = s.people
  await s.db.query(sql`update attention_case set state = 'closed' where tenant_id = ${s.tenantId}`)
  const id = await s.severe({ level: '2' })
  const untold = async () => Date.parse((await s.db.unscoped(attentionCase).one(id)).guardianDueAt ?? '')
  const late = async () =>
    (await s.db.query<{ userId: string }>(sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_id = ${id} and node = 'guardian' and state = 'open'`))
      .map(t => t.userId)
      .toSorted()
  const due = await untold()
  expect(Math.abs(due - Date.now() - 24 * HOUR_MS)).toBeLessThan(MINUTE_MS * 5)
  expect([await at(guardianUntold, due - 1), await at(guardianUntold, due), await late()]).toEqual([0, 1, sorted(psy)])
  expect([await at(guardianUntold, due + 4 * HOUR_MS), await late()]).toEqual([1, sorted(psy, second, college)])
  // other talks do not count; one with the family does
  ok(await note(fdy, id, addDays(today(), 1)))
  expect((await late()).length).toBe(3)
  ok(await psy.post(`${CASE}/followUp`, { id, at: new Date().toISOString(), way: 'family', layer: 'ml2', content: '电话告知父亲', nextOn: addDays(today(), 1) }))
  expect([await untold(), await late(), (await opened(psy, id)).guardianAt !== null]).toEqual([Number.NaN, [], true])
  // raised: once more, at once; withheld only with a reason, by the centre
  ok(await fdy.post(`${CASE}/raise`, { id, level: '1' }))
  expect(Math.abs((await untold()) - Date.now() - 30 * MINUTE_MS)).toBeLessThan(MINUTE_MS * 5)
  const withhold = (who: Actor, why = '父亲有家暴史，告知会更危险') => who.post(`${CASE}/withholdGuardian`, { id, why })
  for (const who of [fdy, college]) expect((await withhold(who)).code).toBe(403)
  expect((await withhold(psy, '')).code).toBe(400)
  ok(await withhold(psy))
  expect(ruleOf(await withhold(psy))).toBe('guardianNone')
  expect([(await opened(psy, id)).guardianWhyNot, (await opened(fdy, id)).guardianWhyNot]).toEqual(['父亲有家暴史，告知会更危险', null])
})
