import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, MINUTE_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { openCase } from './model/actions.ts'
import { attentionCall, attentionCallStep } from './model/attention-call.ts'
import type { myCalls } from './model/call-actions.ts'
import { callNextPerson } from './server/call-clock.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, ok, ruleOf, SECRET } from './testing.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())
const CASE = 'mentalHealth/attentionCase'
const mine = async (who: Actor) => ok(await who.get<OutputOf<typeof myCalls>[]>('mentalHealth/attentionCall/mine'))
const take = (who: Actor, id: string) => who.post('mentalHealth/attentionCall/take', { id })
const callOf = async (caseId: string) => (await s.db.unscoped(attentionCall).all({ caseId }, { sort: ['-createdAt'] }))[0]
const todosOf = async (id: string): Promise<string[]> =>
  (await s.db.query<{ userId: string }>(sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_id = ${id} and state = 'open'`))
    .map(t => t.userId)
    .toSorted()
/** The clock at this moment, by four processes at once. */
const at = async (now: number) => (await Promise.all([1, 2, 3, 4].map(() => callNextPerson(s.db, now)))).reduce((a, b) => a + b)
const opened = (caseId: string, who: Actor) => who.post<OutputOf<typeof openCase>>(`${CASE}/open`, { id: caseId })
const propose = async (studentId: string, level: string) => {
  ok(await s.people.fdy.post(`${CASE}/propose`, { studentId, level, why: '说过不想活' }))
  return s.caseOf(studentId)
}

it('50-MH4 a level 1 calls the psychologist on duty, after 15 minutes without an acknowledgement the next person, each step with its time, and one person takes over', async () => {
  const { psy, second, third, head, fdy, college, officer } = s.people
  const [duty] = await s.db.query<{ no: string }>(sql`select user_name as no from sys_user where tenant_id = ${s.tenantId} and id = ${second.userId}`)
  await setParams(s, 'mentalHealth', { dutyAccounts: duty?.no })
  const id = await propose(s.pupil, '1')
  const call = await callOf(id)
  if (!call) throw new Error('no call')
  const people = (await s.db.unscoped(attentionCallStep).all({ callId: call.id }, { sort: ['position'] })).map(p => p.userId)
  // a proposal is the centre's alone
  expect([people[0], people.toSorted()]).toEqual([second.userId, [psy, second, third, head].map(p => p.userId).toSorted()])
  const [first, next, ...later] = people.map(userId => [psy, second, third, head].find(p => p.userId === userId) as Actor)
  if (!first || !next || !later[0]) throw new Error('no people')
  const due = Date.parse(call.nextAt ?? '')
  expect(Math.abs(due - Date.parse(call.createdAt) - 15 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
  expect([await at(due - 1), await todosOf(call.id)]).toEqual([0, [first.userId]])
  expect((await mine(first)).map(c => [c.id, c.name, c.state, c.isMine])).toEqual([[call.id, '周雨桐', 'calling', false]])
  for (const who of [next, fdy, college]) expect([await mine(who), (await take(who, call.id)).code]).toEqual([[], 404])
  expect((await take(officer, call.id)).code).toBe(403)
  expect([await at(due), await todosOf(call.id)]).toEqual([1, [first.userId, next.userId].toSorted()])
  // fifteen minutes again, from the moment of that call
  expect([await at(due + 15 * MINUTE_MS - 1), (await mine(later[0])).length]).toEqual([0, 0])
  const sheet = ok(await opened(id, psy)).calls[0]
  expect(sheet?.people.map(p => p?.calledAt && Date.parse(p.calledAt))).toEqual([expect.any(Number), due, null, null])
  // urgent and outside the application, too, in words that tell nothing
  await s.server.settle()
  const told = ok(await next.get<{ result: Array<{ title: string; content: string }> }>('base/message/mine', {}))
    .result.map(m => m.title + m.content)
    .join()
  expect(told).toContain('有一件事需要你马上处理')
  for (const word of ['心理', '周雨桐', '级', '关注', '危机']) expect(told).not.toContain(word)
  // both press at once: one has it, the other learns who
  const both = await Promise.all([first, next].map(who => take(who, call.id)))
  expect(both.map(a => a.code).toSorted()).toEqual([200, 422])
  const winner = both[0]?.code === 200 ? first : next
  const loser = winner === first ? next : first
  const refused = await take(loser, call.id)
  expect([ruleOf(refused), refused.msg.includes(ok(await opened(id, winner)).calls[0]?.takenBy ?? '?')]).toEqual(['taken', true])
  expect([await todosOf(call.id), await mine(loser), (await mine(winner)).map(c => c.isMine)]).toEqual([[], [], [true]])
  expect([await at(due + 999 * MINUTE_MS), (await callOf(id))?.takenById]).toEqual([0, winner.userId])
})
it('50-MH4 the last person is the end of the chain, whoever confirms or follows up has taken over, and a case below level 1 calls nobody', async () => {
  const { psy, second, third, head, fdy, college } = s.people
  const id = await propose(s.plain, '2')
  expect(await callOf(id)).toBeUndefined()
  // confirmed as a level 1: the owner's backup is the first besides who confirms
  ok(
    await psy.post(`${CASE}/confirmSevere`, {
      ...{ ...CONFIRMED, id, level: '1', assessment: SECRET },
      ...{ ownerId: psy.userId, backupId: third.userId, until: addDays(today(), 30) },
    }),
  )
  const call = await callOf(id)
  const people = (await s.db.unscoped(attentionCallStep).all({ callId: call?.id ?? '' }, { sort: ['position'] })).map(p => p.userId)
  expect(people).toEqual([third.userId, second.userId, head.userId, fdy.userId, college.userId])
  let now = Date.parse(call?.nextAt ?? '')
  // downtime calls nobody twice, and gives everybody their time
  for (let n = 2; n <= people.length; n++) {
    now += 60 * MINUTE_MS
    expect([await at(now), (await callOf(id))?.reached]).toEqual([1, n])
  }
  expect([(await callOf(id))?.nextAt, await at(now + 999 * MINUTE_MS), (await todosOf(call?.id ?? '')).length]).toEqual([null, 0, 5])
  // who is called learns what to watch for, and no assessment
  const seen = await opened(id, second)
  expect([ok(seen).layer, seen.raw.toString().includes(SECRET)]).toEqual([1, false])
  // a talk held before the call does not answer it
  ok(await fdy.post(`${CASE}/followUp`, { id, at: new Date(Date.now() - 60 * MINUTE_MS).toISOString(), way: 'face', layer: 'ml1', content: '上午谈过话', nextOn: today() }))
  expect((await callOf(id))?.state).toBe('calling')
  ok(await fdy.post(`${CASE}/followUp`, { id, at: new Date().toISOString(), way: 'face', layer: 'ml1', content: '已经在一起', nextOn: today() }))
  expect(await callOf(id)).toMatchObject({ state: 'taken', takenById: fdy.userId })
  expect((await opened(id, second)).code).toBe(404)
  // a proposal that is confirmed lower calls no longer
  await s.db.query(sql`update attention_case set state = 'closed' where tenant_id = ${s.tenantId}`)
  const other = await propose(s.plain, '1')
  ok(await psy.post(`${CASE}/dismiss`, { id: other, reason: '误会' }))
  expect((await callOf(other))?.state).toBe('over')
  const open = await callOf(other)
  expect(ruleOf(await take(second, open?.id ?? ''))).toBe('over')
})
