import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { Actor } from '#testing/school.ts'
import { presenceObjection } from './model/objection.ts'
import type { myPresence, presenceEvidence } from './model/own-actions.ts'
import { ago, one, type PresenceSchool, presenceSchool, push } from './testing.ts'

let s: PresenceSchool
let me: Actor
beforeAll(async () => {
  s = await presenceSchool()
  me = await s.self(s.woman(0).id)
  await push(s, s.lan, [one(s.woman(0), 'in', ago(1))])
  await s.quiet()
})
afterAll(() => s.close())

it('60-PR8 the evidence of one student is read for a purpose only, within scope, and who read it is on record', async () => {
  const asked = { studentId: s.woman(0).id, purpose: '家长来电询问' }
  const read = (who: Actor, input: object) => who.post<OutputOf<typeof presenceEvidence>>('presence/presenceState/evidence', input)
  const audits = () => s.counted(sql`audit_log where tenant_id = ${s.tenantId} and biz_type = 'presenceState' and action = 'reveal'`)
  const before = await audits()
  for (const purpose of [null, '', '看看']) expect((await read(s.fdy, { ...asked, purpose })).code).not.toBe(200)
  const other = await s.as({ roles: ['fdy'], nickName: '别班辅导员' })
  expect((await read(other, asked)).code).toBe(404)
  expect((await read(s.manager, asked)).code).toBe(403)
  expect(await audits()).toBe(before)
  const { data } = await read(s.fdy, asked)
  expect(data).toMatchObject({ state: 'inDorm', confidence: 'high', evidence: [{ kind: 'gate', says: 'in', place: '兰苑1栋' }] })
  expect(await audits()).toBe(before + 1)
  expect(await s.counted(sql`audit_subject where tenant_id = ${s.tenantId} and student_id = ${s.woman(0).id}`)).toBeGreaterThan(0)
})
it('60-PR8 students see their own state and what it rests on, and object to it: once at a time, answered by their counsellor alone', async () => {
  const mine = async (who = me) => (await who.get<OutputOf<typeof myPresence>>('presence/presenceState/mine')).data
  expect(await mine()).toMatchObject({ found: { state: 'inDorm', evidence: [{ kind: 'gate' }] }, objection: null })
  const object = () => me.post('presence/presenceObjection/object', { words: '我在图书馆，卡借给室友了' })
  const both = await Promise.all([object(), object()])
  expect(both.map(a => a.code).sort()).toEqual([200, 422])
  const [row] = await s.db.unscoped(presenceObjection).all({ studentId: s.woman(0).id })
  expect(row).toMatchObject({ shown: 'inDorm', state: 'open' })
  expect(await s.counted(sql`todo where tenant_id = ${s.tenantId} and user_id = ${s.fdy.userId} and biz_type = 'presenceObjection' and state = 'open'`)).toBe(1)
  const answer = (who: Actor) => who.post('presence/presenceObjection/answer', { id: row?.id, answer: '已核实，是室友用了你的卡' })
  const other = await s.as({ roles: ['fdy'], nickName: '别班辅导员' })
  expect((await answer(other)).code).toBe(404)
  expect((await answer(me)).code).toBe(403)
  const answers = await Promise.all([answer(s.fdy), answer(s.fdy)])
  expect(answers.map(a => a.code).sort()).toEqual([200, 422])
  expect(await s.counted(sql`todo where tenant_id = ${s.tenantId} and user_id = ${s.fdy.userId} and biz_type = 'presenceObjection' and state = 'open'`)).toBe(0)
  expect((await mine()).objection).toMatchObject({ state: 'answered', answer: '已核实，是室友用了你的卡' })
  expect((await s.told('presence.answered', me.userId)).length).toBe(1)
  // the state is not changed by words
  expect((await s.stateOf(s.woman(0).id))?.state).toBe('inDorm')
  const another = await s.self(s.woman(1).id)
  expect((await mine(another)).objection).toBeNull()
})
