import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { setParams } from '#modules/message/testing.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, headed, ok, ruleOf } from '../attention/testing.ts'
import type { rulesOf, tryRules } from './model/attention-rule.ts'
import { lookAtNight } from './server/jobs.ts'
import { takeFacts } from './server/take-facts.ts'
import { casesOf, daysAgo, kept, raised, signalsFor, tell } from './testing.ts'

let s: AttentionSchool
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await attentionSchool()
  sent = captureNotifications(s.server)
})
afterAll(() => s.close())
const OF = 'mentalHealth/attentionSignal'
const RULES = 'mentalHealth/attentionRule'
const pupil = async (): Promise<string> => (await addStudent(s.people.officer, draftOf(s.ids.s2301))).id
/** Counsellor and college confirm what was proposed. */
async function confirmed(id: string): Promise<void> {
  const { fdy, college } = s.people
  for (const by of [fdy, college]) ok(await by.post('mentalHealth/attentionCase/confirmMild', { ...CONFIRMED, id, level: '3', ownerId: fdy.userId, backupId: college.userId }))
}

it('50-MH8 weights add over the days of their rule, an event counts once, and at the threshold a case is proposed and none opened', async () => {
  const { fdy, college } = s.people
  const who = await pupil()
  const once = raised(who, 'absentNight')
  await tell(s, once, once)
  await tell(s, once)
  expect(await kept(s, who)).toEqual([{ signal: 'absentNight', weight: 2, caseId: null, state: 'new', value: 1 }])
  // one of long ago, one that no rule knows, one of somebody who is no student
  await tell(s, raised(who, 'absentNight', 30), raised(who, 'noSuchRule'), raised('00000000-0000-7000-8000-000000000000', 'absentNight'), raised(who, 'lateNight'))
  expect(await kept(s, who)).toHaveLength(3)
  expect(await casesOf(s, who)).toEqual([])
  // 2 + 1; each of these alone makes 4, both of them at once the five that it takes
  const fact = (signal: string) => ({ studentId: who, signal, occurredAt: daysAgo(1), value: 3, sourceId: `race ${signal}` })
  await Promise.all(['lateNight', 'absentSign'].map(signal => s.db.tx(db => takeFacts(db, [fact(signal)]))))
  const [row, ...more] = await casesOf(s, who)
  expect([row?.state, row?.level, row?.openedAt, more]).toEqual(['proposed', '3', null, []])
  expect(row?.sources).toMatchObject([{ source: 'signal', level: '3' }])
  // it names facts
  expect(row?.watchFor?.split('、').toSorted()).toEqual(['14 天内第 3 次起晚归', '14 天内签到缺勤满 3 次', '夜不归宿'])
  expect((await kept(s, who)).map(k => k.caseId !== null)).toEqual([false, true, true, true, true])
  expect((await sent('mentalHealth.proposed', fdy.userId)).some(m => m.bizId === row?.id)).toBe(true)
  expect((await sent('mentalHealth.proposed', college.userId)).some(m => m.bizId === row?.id)).toBe(true)
  // what comes later belongs to the case and proposes nothing; who follows it hears, in words that say nothing
  await confirmed(row?.id ?? '')
  await tell(s, raised(who, 'leaveOverdue', 0), raised(who, 'notSeen', 0))
  expect((await kept(s, who)).slice(-2).map(k => k.caseId)).toEqual([row?.id, row?.id])
  expect(await casesOf(s, who)).toHaveLength(1)
  const told = (await sent('mentalHealth.assigned', fdy.userId)).filter(m => m.bizType === 'attentionSignal' && m.bizId === row?.id)
  expect(told).toHaveLength(1)
  expect(told[0]?.values).toEqual({})
})
it('50-MH8 what counted for a case that has ended proposes none again; what adds up anew does', async () => {
  const { fdy } = s.people
  const who = await pupil()
  await tell(s, raised(who, 'notSeen'), raised(who, 'absentSign'))
  const [first] = await casesOf(s, who)
  ok(await fdy.post('mentalHealth/attentionCase/dismiss', { id: first?.id, reason: '回家参加考试，已补假条' }))
  await s.db.tx(lookAtNight)
  expect((await casesOf(s, who)).map(c => c.state)).toEqual(['closed'])
  await tell(s, raised(who, 'notSeen'))
  expect(await casesOf(s, who)).toHaveLength(1)
  await tell(s, raised(who, 'lateNight'))
  expect((await casesOf(s, who)).map(c => c.state)).toEqual(['proposed', 'closed'])
})
it('50-MH8 a signal of nobody’s case is the centre’s, one of a case is read by whoever has layer ML1 of it, and settled once', async () => {
  const { fdy, college, other, psy, third, head, admin, officer, teacher } = s.people
  const [alone, who] = [await pupil(), await pupil()]
  await tell(s, raised(alone, 'arrears'))
  const [own] = (await signalsFor(psy)).filter(x => x.title === '欠费超过 60 天')
  expect(own).toMatchObject({ state: 'new', isInCase: false, weight: 1, value: 1 })
  expect(Object.values(own ?? {}).join()).not.toMatch(/心理|抑郁|焦虑|自杀|级/)
  for (const by of [fdy, college, other, admin]) expect((await signalsFor(by)).map(x => x.id)).not.toContain(own?.id)
  for (const by of [officer, teacher]) expect((await by.get(`${OF}/find`)).code).toBe(403)
  for (const by of [fdy, admin]) expect((await by.post(`${OF}/handle`, { id: own?.id })).code).toBe(404)
  // what is told of a case is of those who follow it, and not of the rest of the centre
  await tell(s, raised(who, 'notSeen'), raised(who, 'absentNight'))
  const id = await s.caseOf(who)
  const inCase = async (by: typeof psy) => (await signalsFor(by, { view: 'inCase' })).filter(x => x.title === '多日没有任何记录' && x.state === 'new').length
  const before = [await inCase(fdy), await inCase(college), await inCase(other), await inCase(third)]
  expect(before.slice(0, 2).every(n => n > 0)).toBe(true)
  expect(before.slice(2)).toEqual([0, 0])
  await headed(s)
  expect(await inCase(head)).toBeGreaterThan(0)
  await setParams(s, 'mentalHealth', { centreHead: '' })
  // a request for help stays with the team, though it belongs to the same case
  await s.db.tx(db => takeFacts(db, [{ studentId: who, signal: 'helpRequest', occurredAt: daysAgo(0), value: 1, sourceId: 'inner' }]))
  await confirmed(id)
  for (const by of [fdy, college]) expect((await signalsFor(by)).map(x => x.title)).not.toContain('向心理中心求助')
  // of two who settle it one does; the reason is kept sealed
  const codes = (await Promise.all([psy, third].map(by => by.post(`${OF}/handle`, { id: own?.id })))).map(a => a.code).toSorted()
  expect(codes).toEqual([200, 422])
  ok(await psy.post(`${OF}/dismiss`, { id: own?.id, reason: '已缴清' }))
  expect((await signalsFor(psy, { view: 'settled' })).find(x => x.id === own?.id)).toMatchObject({ state: 'dismissed', reason: '已缴清', by: '心理一' })
  expect((await psy.post(`${OF}/dismiss`, { id: own?.id, reason: '再来一次' })).code).toBe(422)
  const [stored] = await s.db.query<{ reason: string }>(sql`select reason from attention_signal where id = ${own?.id}`)
  expect(stored?.reason).toMatch(/^v1\./)
  // 50-MH6: readings are audited, without the student
  const [line] = await s.db.query<{ detail: Record<string, unknown> }>(
    sql`select detail from audit_log where tenant_id = ${s.tenantId} and user_id = ${psy.userId} and biz_type = 'attentionSignal' order by id desc limit 1`,
  )
  expect(Object.keys(line?.detail ?? {})).toEqual(['count'])
})
it('50-MH8 what was dismissed counts nothing; what was handled is a fact as before', async () => {
  const { psy } = s.people
  const settle = async (verb: 'handle' | 'dismiss') => {
    const who = await pupil()
    await tell(s, raised(who, 'notSeen', 2))
    const [row] = await s.db.query<{ id: string }>(sql`select id from attention_signal where tenant_id = ${s.tenantId} and student_id = ${who}`)
    ok(await psy.post(`${OF}/${verb}`, { id: row?.id, ...(verb === 'dismiss' && { reason: '在外实习' }) }))
    await tell(s, raised(who, 'lateNight'))
    return (await casesOf(s, who)).length
  }
  expect([await settle('dismiss'), await settle('handle')]).toEqual([0, 1])
})
it('50-MH8 rules are tried on ninety days and changed by the head alone; a rule that is off counts nothing and shows nothing', async () => {
  const { psy, head, fdy, admin } = s.people
  const who = await pupil()
  await tell(s, raised(who, 'punished', 80), raised(who, 'punished', 70), raised(who, 'punished', 95))
  for (const by of [fdy]) expect((await by.get(`${RULES}/rules`)).code).toBe(403)
  expect(ruleOf(await admin.get(`${RULES}/rules`))).toBe('notCentre')
  const read = async (by = psy) => ok(await by.get<OutputOf<typeof rulesOf>>(`${RULES}/rules`))
  const { rules: now, canEdit, threshold } = await read()
  expect([canEdit, threshold]).toEqual([false, 5])
  const punished = now.find(r => r?.title === '处分新生效')
  const draft = (more: object) => ({ rules: now.map(r => ({ ...pick(r), ...(r?.ruleId === punished?.ruleId && more) })) })
  const tried = async (more: object) => ok(await psy.post<OutputOf<typeof tryRules>>(`${RULES}/try`, draft(more)))
  const as = await tried({})
  expect(as.students).toBe(as.now)
  expect(as.rules.find(r => r?.ruleId === punished?.ruleId)).toMatchObject({ facts: 2, students: 1 })
  // 3 + 3 within eleven days, not within nine
  expect((await tried({ weight: 3, windowDays: 11 })).students).toBe(as.now + 1)
  expect((await tried({ weight: 3, windowDays: 9 })).students).toBe(as.now)
  expect((await tried({ weight: 3, windowDays: 11, isEnabled: false })).rules.find(r => r?.ruleId === punished?.ruleId)).toMatchObject({ facts: 0 })
  expect(await casesOf(s, who)).toEqual([])
  // changed by the head, in whole
  expect(ruleOf(await psy.post(`${RULES}/save`, draft({ isEnabled: false })))).toBe('notHead')
  await headed(s)
  expect(ruleOf(await head.post(`${RULES}/save`, { rules: draft({}).rules.slice(1) }))).toBe('changed')
  expect((await head.post(`${RULES}/save`, draft({ windowDays: 91 }))).code).toBe(400)
  ok(await head.post(`${RULES}/save`, draft({ isEnabled: false })))
  expect((await read(head)).canEdit).toBe(true)
  const silent = await pupil()
  await tell(s, raised(silent, 'punished', 1), raised(silent, 'notSeen', 1))
  expect((await kept(s, silent)).map(k => [k.signal, k.weight])).toEqual(expect.arrayContaining([['punished', 0]]))
  expect(await casesOf(s, silent)).toEqual([])
  expect((await signalsFor(psy, { view: 'new', size: 100 })).filter(x => x.title === '处分新生效')).toHaveLength(3)
  // tried before it is switched on again, it knows what has happened meanwhile
  expect((await tried({ isEnabled: true })).students).toBe((await tried({ isEnabled: false })).students + 1)
  ok(await head.post(`${RULES}/save`, draft({ isEnabled: true })))
})
const pick = (r: { ruleId: string; windowDays: number; weight: number; isEnabled: boolean } | null) =>
  r && { ruleId: r.ruleId, windowDays: r.windowDays, weight: r.weight, isEnabled: r.isEnabled }
it('50-MH8 at night a lower threshold proposes whoever has come to it, once; signals of no case go after their days', async () => {
  const people = [await pupil(), await pupil(), await pupil()]
  await tell(s, ...people.map(who => raised(who, 'notSeen')), raised(people[0] ?? '', 'lateNight', 200))
  await headed(s)
  await setParams(s, 'mentalHealth', { signalThreshold: 4 })
  const proposed = await s.db.tx(lookAtNight)
  expect(proposed).toBeGreaterThanOrEqual(4)
  for (const who of people) expect((await casesOf(s, who)).map(c => c.state)).toEqual(['proposed'])
  expect((await kept(s, people[0] ?? '')).map(k => k.signal)).toEqual(['notSeen'])
  expect(await s.db.tx(lookAtNight)).toBe(0)
  await setParams(s, 'mentalHealth', { signalThreshold: 5 })
})
