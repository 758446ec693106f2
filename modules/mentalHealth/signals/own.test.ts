import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { CALM, ok, type Pupil, ruleOf, type ScreeningSchool, screeningSchool, TIRED } from '../screening/testing.ts'
import { helpRequest } from './model/help-request.ts'
import { takeResults } from './server/jobs.ts'
import { casesOf, kept, signalsFor } from './testing.ts'

let s: ScreeningSchool
beforeAll(async () => {
  s = await screeningSchool()
})
afterAll(() => s.close())
const OF = 'mentalHealth/helpRequest'
const ask = (who: Pupil, more: object = {}) => who.actor.post(`${OF}/ask`, { about: 'self', text: '睡不着，想找人说说', isAnonymous: false, ...more })
interface Desk {
  id: string
  at: string
  name: string | null
  state: string
  isAnonymous: boolean
  by: string | null
}
const desk = async (view = 'open') => ok(await s.psychologist.get<{ result: Desk[] }>(`${OF}/desk`, { view, size: 100 })).result

it('50-MH8 a result to talk about and a request for help are signals of this module; what they add up to is the centre’s alone', async () => {
  const [tired, calm] = s.pupils as unknown as [Pupil, Pupil]
  const id = await s.published()
  ok(await s.answer(tired, id, TIRED))
  ok(await s.answer(calm, id, CALM))
  await s.db.tx(takeResults)
  await s.db.tx(takeResults)
  expect([await kept(s, tired.id), await kept(s, calm.id)]).toMatchObject([[{ signal: 'screening', weight: 3, value: 1, caseId: null }], []])
  // neither score nor level; and the counsellor sees neither of them
  expect((await signalsFor(s.psychologist)).map(x => x.title)).toEqual(['普查结果需要约谈'])
  ok(await ask(tired))
  await s.server.settle()
  expect((await kept(s, tired.id)).map(k => k.signal).toSorted()).toEqual(['helpRequest', 'screening'])
  const [row] = await casesOf(s, tired.id)
  expect([row?.state, row?.level, row?.watchFor]).toEqual(['proposed', '2', null])
  for (const by of [s.fdy, s.college, s.officer]) {
    const seen = [await by.get('mentalHealth/attentionCase/register'), await by.get('mentalHealth/attentionSignal/find', { view: 'all' })].map(a => a.raw.toString()).join()
    expect(seen).not.toContain(tired.id)
    expect(seen).not.toMatch(/求助|约谈/)
  }
  expect(await signalsFor(s.psychologist, { view: 'inCase' })).toHaveLength(2)
})
it('50-MH8 a result that a talk has settled as nothing counts no more', async () => {
  const who = s.pupils[2] as Pupil
  const id = await s.published()
  ok(await s.answer(who, id, TIRED))
  await s.db.tx(takeResults)
  const [result] = await s.db.query<{ id: string }>(sql`select id from mh_result where tenant_id = ${s.tenantId} and student_id = ${who.id}`)
  ok(await s.psychologist.post('mentalHealth/mhInterview/record', { id: result?.id, at: new Date().toISOString(), risk: 'none', impression: '考试压力', advice: '规律作息' }))
  ok(await s.psychologist.post('mentalHealth/mhResult/dismiss', { id: result?.id, reason: '考试压力，已缓解' }))
  await s.db.tx(takeResults)
  expect((await kept(s, who.id)).map(k => k.state)).toEqual(['dismissed'])
})
it('50-MH8 50-MH3 a request for help reaches the psychologist on duty at once, in words that say nothing, and is answered by the centre', async () => {
  const sent = captureNotifications(s.server)
  const duty = await s.as({ roles: ['psychologist'], nickName: '值班' })
  const [name] = await s.db.query<{ no: string }>(sql`select user_name as no from sys_user where tenant_id = ${s.tenantId} and id = ${duty.userId}`)
  await setParams(s, 'mentalHealth', { dutyAccounts: name?.no })
  const who = await s.pupil({ name: '何小雨' })
  expect(ruleOf(await ask(who, { about: 'peer' }))).toBe('person')
  expect((await s.officer.post(`${OF}/ask`, { about: 'self', text: '不是学生', isAnonymous: false })).code).toBe(403)
  ok(await ask(who, { contact: '微信 abc' }))
  const row = (await sent('mentalHealth.duty')).at(-1)
  expect([row?.to, row?.values]).toEqual([[duty.userId], {}])
  const [one] = (await desk()).filter(d => d.name === '何小雨')
  const todos = async () => (await s.db.query(sql`select from todo where tenant_id = ${s.tenantId} and biz_id = ${one?.id} and state = 'open'`)).length
  expect([one?.state, await todos()]).toEqual(['waiting', 1])
  // nobody else reads it, administrators neither
  const admin = await s.as({ roles: ['admin'] })
  for (const by of [s.fdy, s.college, s.officer]) expect((await by.get(`${OF}/desk`)).code).toBe(403)
  expect(ruleOf(await admin.get(`${OF}/desk`))).toBe('notCentre')
  for (const verb of ['open', 'take']) expect(ruleOf(await admin.post(`${OF}/${verb}`, { id: one?.id }))).toBe('notCentre')
  // of two who take it one has it, and the other reads who
  const both = await Promise.all([duty, s.psychologist].map(by => by.post(`${OF}/take`, { id: one?.id })))
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['ok', 'taken'])
  expect(ok(await duty.post(`${OF}/open`, { id: one?.id }))).toMatchObject({ text: '睡不着，想找人说说', contact: '微信 abc', person: null })
  ok(await duty.post(`${OF}/answer`, { id: one?.id, answer: '明天下午两点来找我' }))
  expect(await todos()).toBe(0)
  const mine = ok(await who.actor.get<Array<{ state: string; answer: string }>>(`${OF}/mine`))
  expect(mine).toMatchObject([{ state: 'answered', answer: '明天下午两点来找我' }])
  expect((await duty.post(`${OF}/answer`, { id: one?.id, answer: '再答一次' })).code).toBe(422)
  // at rest nothing can be read, and no history tells who asked
  const [stored] = await s.db.query<{ text: string; contact: string }>(sql`select text, contact from help_request where id = ${one?.id}`)
  for (const value of Object.values(stored ?? {})) expect(value).toMatch(/^v1\./)
  expect(await s.db.query(sql`select from operation_log where tenant_id = ${s.tenantId} and biz_type = 'helpRequest'`)).toEqual([])
})
it('50-MH8 an anonymous request bears no name, no moment and no trace of whoever asked; what it is about becomes a signal once the centre knows who it is', async () => {
  const who = await s.pupil({ name: '安静静' })
  const friend = await s.pupil({ name: '林小北' })
  await s.server.identity.trail.flush()
  const traces = async () => {
    await s.server.settle()
    await s.server.identity.trail.flush()
    const rows = await s.db.query<{ t: string }>(sql`
      select 'log ' || to_jsonb(l)::text as t from operation_log l where tenant_id = ${s.tenantId} and user_id = ${who.actor.userId}
      union all select 'audit ' || to_jsonb(l)::text from audit_log l where tenant_id = ${s.tenantId} and user_id = ${who.actor.userId}
      union all select 'outbox ' || to_jsonb(o)::text from outbox o where tenant_id = ${s.tenantId} and to_jsonb(o)::text like ${`%${who.actor.userId}%`}
      union all select 'key ' || to_jsonb(k)::text from idempotency k where tenant_id = ${s.tenantId} and to_jsonb(k)::text like ${`%${who.actor.userId}%`}
      union all select 'todo ' || to_jsonb(t)::text from todo t where tenant_id = ${s.tenantId} and to_jsonb(t)::text like ${`%${who.actor.userId}%`} order by 1`)
    return rows.map(r => r.t)
  }
  const before = await traces()
  ok(await ask(who, { about: 'peer', person: '隔壁的林同学', text: '她几天没有出门', isAnonymous: true }))
  ok(await ask(who, { text: '我不想说名字', isAnonymous: true }))
  expect(await traces()).toEqual(before)
  expect(ok(await who.actor.get(`${OF}/mine`))).toEqual([])
  const rows = await s.db.query<{ row: string; id: string; at: string; by: string | null; isTold: boolean }>(
    sql`select to_jsonb(h)::text as row, id, created_at as at, created_by as by, is_told as "isTold" from help_request h where tenant_id = ${s.tenantId} and is_anonymous`,
  )
  expect(rows).toHaveLength(2)
  for (const { row, id, at, by, isTold } of rows) {
    expect([by, isTold, new Date(at).getUTCMinutes(), new Date(at).getUTCMilliseconds(), id[14]]).toEqual([null, true, 0, 0, '4'])
    expect(row).not.toContain(who.id)
    expect(row).not.toContain(who.actor.userId)
  }
  // the table refuses a name, whoever writes it
  await expect(s.db.insertMany(helpRequest, [{ about: 'self', text: '写错了', isAnonymous: true, studentId: who.id }], { history: false })).rejects.toThrow()
  await expect(s.db.query(sql`update help_request set created_by = ${who.actor.userId} where id = ${rows[0]?.id}`)).rejects.toThrow()
  expect(await kept(s, who.id)).toEqual([])
  const open = (await desk()).filter(d => d.isAnonymous)
  expect(open.map(d => d.name)).toEqual([null, null])
  const texts = await Promise.all(open.map(async d => ({ id: d.id, ...ok(await s.psychologist.post<{ person: string | null }>(`${OF}/open`, { id: d.id })) })))
  const peer = texts.find(t => t.person === '隔壁的林同学')
  ok(await s.psychologist.post(`${OF}/answer`, { id: peer?.id, answer: '已经找到她，一起吃了饭', aboutStudentId: friend.id }))
  expect((await kept(s, friend.id)).map(k => k.signal)).toEqual(['helpRequest'])
})
