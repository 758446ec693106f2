import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { attentionCall } from '../attention/model/attention-call.ts'
import { attentionCase } from '../attention/model/attention-case.ts'
import { type AttentionSchool, attentionSchool, ok, ruleOf } from '../attention/testing.ts'
import { crisisEvent, type crisisRegister, type openCrisis } from './model/crisis-event.ts'
import { CRISIS_MESSAGES } from './model/messages.ts'
import { takeBack } from './server/lead.ts'

let s: AttentionSchool
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await attentionSchool()
  sent = captureNotifications(s.server)
})
afterAll(() => s.close())
const OF = 'mentalHealth/crisisEvent'
const [FACTS, SAID, KEPT] = ['室友说他留了字条', '到宿舍陪着，没有离开', '母亲中午到校']
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
const report = (who: Actor, more: object = {}) => who.post(`${OF}/report`, { studentId: s.pupil, at: ago(30), place: '三号楼', facts: FACTS, ...more })
const listed = async (who: Actor, view = 'open') => ok(await who.get<OutputOf<typeof crisisRegister>>(`${OF}/register`, { view })).result.flatMap(r => r ?? [])
const opened = async (who: Actor, id: string) => ok(await who.post<OutputOf<typeof openCrisis>>(`${OF}/open`, { id }))
const eventOf = async () => (await s.db.unscoped(crisisEvent).all({ studentId: s.pupil }, { sort: ['-createdAt'] }))[0]
/** The clock at this moment, by four processes at once. */
const at = async (now: number) => (await Promise.all([1, 2, 3, 4].map(() => takeBack(s.db, now)))).reduce((a, b) => a + b)

it('50-MH4 who reports a crisis leads it, the case calls people, and the lead passes on once it is accepted, within its time', async () => {
  const { fdy, other, psy, second, officer, admin, college, teacher } = s.people
  expect(ruleOf(await report(other))).toBe('none')
  expect((await report(officer)).code).toBe(403)
  expect(ruleOf(await report(fdy, { at: new Date(Date.now() + HOUR_MS).toISOString() }))).toBe('future')
  // reported by two at once: one event, the other a step of it, and both are answered alike
  const twice = await Promise.all([report(fdy), report(fdy)])
  expect(twice.map(a => [a.code, JSON.stringify(a.data)])).toEqual([twice[0], twice[0]].map(a => [200, JSON.stringify(a?.data)]))
  expect(await s.db.unscoped(crisisEvent).count({ studentId: s.pupil })).toBe(1)
  const event = await eventOf()
  const id = event?.id ?? ''
  const [{ level, state } = { level: '', state: '' }] = await s.db.unscoped(attentionCase).all({ id: event?.caseId ?? '' })
  expect([level, state, (await s.db.unscoped(attentionCall).all({ caseId: event?.caseId ?? '' })).map(c => c.state)]).toEqual(['1', 'proposed', ['calling']])
  expect(await listed(fdy)).toMatchObject([{ id, name: '周雨桐', isLead: true, isAsked: false, guardianAt: null }])
  for (const who of [officer, teacher]) expect((await who.get(`${OF}/register`)).code).toBe(403)
  for (const who of [admin, other, college]) expect([await listed(who), (await who.post(`${OF}/open`, { id })).code]).toEqual([[], 404])
  // psychologists are of the case as long as it waits for them
  expect(await opened(psy, id)).toMatchObject({ isWhole: true, facts: FACTS, isLead: false })
  expect(ruleOf(await psy.post(`${OF}/handOver`, { id, toId: second.userId, words: SAID }))).toBe('notLead')
  const handOver = (toId: string) => fdy.post(`${OF}/handOver`, { id, toId, words: '平稳些，我在旁边' })
  expect([ruleOf(await handOver(fdy.userId)), ruleOf(await handOver(officer.userId))]).toEqual(['self', 'notStaff'])
  ok(await handOver(psy.userId))
  expect(ruleOf(await handOver(second.userId))).toBe('waiting')
  expect([(await listed(fdy))[0]?.isLead, (await listed(psy))[0]?.isAsked]).toEqual([true, true])
  expect(ruleOf(await second.post(`${OF}/accept`, { id }))).toBe('notAsked')
  // nobody has accepted in time: it stays where it is, and who leads it is told
  const due = Date.parse((await eventOf())?.acceptBy ?? '')
  expect(Math.abs(due - Date.now() - 15 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
  expect([await at(due - 1), await at(due), (await eventOf())?.leadId, (await eventOf())?.nextLeadId]).toEqual([0, 1, fdy.userId, null])
  expect(await sent(CRISIS_MESSAGES.lapsed.code, fdy.userId)).toHaveLength(1)
  expect(ruleOf(await psy.post(`${OF}/accept`, { id }))).toBe('notAsked')
  ok(await handOver(psy.userId))
  const both = await Promise.all([1, 2].map(() => psy.post(`${OF}/accept`, { id })))
  expect(both.map(a => a.code).toSorted()).toEqual([200, 422])
  expect([(await listed(psy))[0]?.isLead, (await listed(fdy))[0]?.isLead]).toEqual([true, false])
  // what is told leaves nothing behind
  const told = [...(await sent(CRISIS_MESSAGES.asked.code)), ...(await sent(CRISIS_MESSAGES.told.code))]
  expect(told.length).toBeGreaterThan(0)
  for (const word of ['周雨桐', FACTS, '心理', '危机']) expect(JSON.stringify(told.map(n => n.values))).not.toContain(word)
})
it('50-MH4, 50-MH6 each step has its time and is read whole by whoever leads and the team, audited; it ends once a guardian was told or the centre has said why not', async () => {
  const { fdy, psy, admin } = s.people
  const id = (await eventOf())?.id ?? ''
  const caseId = (await eventOf())?.caseId ?? ''
  const close = (by: Actor) => by.post(`${OF}/close`, { id, outcome: '由家长接回', review: '值班表要改' })
  expect(ruleOf(await psy.post(`${OF}/step`, { id, at: ago(90), words: SAID }))).toBe('before')
  expect(ruleOf(await close(psy))).toBe('noStep')
  ok(await fdy.post(`${OF}/step`, { id, at: ago(20), words: SAID }))
  ok(await psy.post(`${OF}/step`, { id, at: ago(5), words: '评估完毕', person: '值班医生' }))
  // the counsellor reported it, and reads what they wrote themselves
  const own = await opened(fdy, id)
  expect([own.isWhole, own.facts, own.steps.flatMap(x => x?.words ?? [])]).toEqual([false, FACTS, expect.arrayContaining([SAID])])
  expect(own.steps.flatMap(x => x?.words ?? [])).not.toContain('评估完毕')
  expect((await close(fdy)).code).toBe(404)
  expect(ruleOf(await close(psy))).toBe('guardian')
  ok(await psy.post(`${OF}/guardian`, { id, at: ago(2), person: '学生母亲', words: KEPT }))
  expect([(await eventOf())?.guardianAt !== null, (await s.db.unscoped(attentionCase).one(caseId)).guardianAt !== null]).toEqual([true, true])
  const ended = await Promise.all([close(psy), close(psy)])
  expect(ended.map(a => a.code).toSorted()).toEqual([200, 422])
  expect((await listed(psy, 'closed')).map(r => r.id)).toEqual([id])
  expect((await psy.post(`${OF}/step`, { id, at: ago(1), words: '再记一笔' })).code).toBe(422)
  const audits = await s.db.query<{ userId: string; all: string }>(
    sql`select user_id as "userId", coalesce(detail::text, '') as all from audit_log where tenant_id = ${s.tenantId} and biz_type = 'crisisEvent' and biz_id = ${id} and action = 'reveal'`,
  )
  expect([audits.length > 0, audits.every(a => a.userId === psy.userId && !a.all.includes(s.pupil))]).toEqual([true, true])
  // encrypted, without history, and no verb reaches it
  const [kept] = await s.db.query<{ all: string }>(
    sql`select string_agg(e::text, '') || (select string_agg(x::text, '') from crisis_step x where x.tenant_id = ${s.tenantId}) as all from crisis_event e where e.tenant_id = ${s.tenantId}`,
  )
  for (const word of [FACTS, SAID, KEPT, '三号楼', '由家长接回']) expect(kept?.all).not.toContain(word)
  for (const verb of ['list', 'getOne', 'export', 'history', 'getSelect']) expect((await admin.get(`${OF}/${verb}`, { id })).code).not.toBe(200)
  // a new one begins anew
  ok(await report(fdy))
  expect(await s.db.unscoped(crisisEvent).count({ studentId: s.pupil })).toBe(2)
})
