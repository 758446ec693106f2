import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { mhAppointment } from './model/appointment.ts'
import type { deskReferrals, myReferrals, openReferral, sentReferrals } from './model/referral.ts'
import { mhReferral, OPEN_REFERRAL } from './model/referral.ts'
import { type CounsellingSchool, counsellingSchool, ok, ruleOf } from './testing.ts'

let s: CounsellingSchool
/** Counsels other classes. */
let next: Actor
beforeAll(async () => {
  s = await counsellingSchool()
  next = await s.as({ roles: ['fdy'], teacherId: s.ids.he, departmentId: s.ids.info })
})
afterAll(() => s.close())
const OF = 'mentalHealth/mhReferral'
const [SEEN, WHY, NOTE] = ['夜里一个人在操场走', '先说会惊动他', '和家里谈过']
const refer = (studentId: string, by = s.fdy) => by.post(`${OF}/refer`, { studentId, reason: SEEN })
const act = (verb: string, by: Actor, id: string, more = {}) => by.post(`${OF}/${verb}`, { id, ...more })
const opened = async (studentId: string) => (await s.db.unscoped(mhReferral).all({ studentId }, { sort: ['-createdAt'] }))[0]
const sent = async (by: Actor) => ok(await by.get<OutputOf<typeof sentReferrals>[]>(`${OF}/sent`))
const desk = async (by: Actor, isPast = false) => ok(await by.get<OutputOf<typeof deskReferrals>>(`${OF}/desk`, { isPast })).rows
const mine = async (by: Actor) => ok(await by.get<OutputOf<typeof myReferrals>[]>(`${OF}/mine`))
const open = (by: Actor, id: string) => by.post<OutputOf<typeof openReferral>>(`${OF}/open`, { id })
/** How many of these were done; the others were refused by the state. */
function oneOf(answers: Array<{ code: number }>): void {
  expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  for (const { code } of answers.filter(a => a.code !== 200)) expect([404, 422]).toContain(code)
}

it('50-MH10 a referral goes to the centre once the student has said to know of it, and ends where they do not want it', async () => {
  const { id: studentId, self } = await s.pupil('许望')
  // of several at once there is one; nobody else refers, whatever their permissions
  const made = await Promise.all([1, 2, 3].map(() => refer(studentId)))
  expect(made.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['ok', 'open', 'open'])
  const admin = await s.as({ roles: ['admin'] })
  for (const by of [admin, next]) expect(ruleOf(await refer(studentId, by))).toBe('none')
  for (const by of [s.officer, s.shen, self]) expect((await refer(studentId, by)).code).toBe(403)
  const { id } = (await opened(studentId)) as { id: string }
  // before the student knows, the centre has none
  expect(await desk(s.shen)).toEqual([])
  expect((await open(s.shen, id)).code).toBe(404)
  expect((await act('accept', s.shen, id)).code).toBe(404)
  const other = await s.pupil()
  expect((await act('agree', other.self, id)).code).toBe(404)
  expect(await mine(self)).toMatchObject([{ id, state: 'asked', by: '林知夏' }])
  expect(await mine(other.self)).toEqual([])
  oneOf(await Promise.all([act('agree', self, id), act('refuse', self, id)]))
  await act('withdraw', s.fdy, id) // where it was the answer yes
  // said no: the centre is never told
  ok(await refer(studentId))
  const again = (await opened(studentId)) as { id: string }
  ok(await act('refuse', self, again.id))
  expect(await desk(s.shen)).toEqual([])
  expect((await sent(s.fdy)).find(r => r.id === again.id)).toMatchObject({ state: 'unwanted', reply: null })
  // and yes: when is kept
  ok(await refer(studentId))
  const third = (await opened(studentId)) as { id: string }
  ok(await act('agree', self, third.id))
  expect((await desk(s.shen)).map(r => r?.name)).toEqual(['许望'])
  expect(ok(await open(s.shen, third.id))).toMatchObject({ reason: SEEN, dangerReason: null })
  expect(Date.parse((await opened(studentId))?.agreedAt ?? '')).toBeGreaterThan(0)
  ok(await act('withdraw', s.fdy, third.id))
})
it('50-MH10 who has no account signs a sheet that says nothing of what was seen; the counsellor of today says when, once', async () => {
  const { id: studentId, self } = await s.pupil('顾南')
  await s.db.query(sql`update sys_user set status = 'disabled' where id = ${self.userId}`)
  ok(await refer(studentId))
  const { id } = (await opened(studentId)) as { id: string }
  expect(await desk(s.shen)).toEqual([])
  const sheet = await s.fdy.post(`${OF}/print`, { id })
  expect([sheet.raw.subarray(0, 5).toString(), (await act('print', next, id)).code]).toEqual(['%PDF-', 404])
  const day = (n: number) => addDays(today(), n)
  const sign = (by: Actor, signedOn = day(-1)) => act('agreeOnPaper', by, id, { signedOn })
  expect([ruleOf(await sign(s.fdy, day(2))), (await sign(next)).code, (await sign(s.shen)).code]).toEqual(['signed', 404, 403])
  oneOf(await Promise.all([sign(s.fdy), sign(s.fdy)]))
  expect((await desk(s.shen)).map(r => r?.name)).toEqual(['顾南'])
  expect(ok(await open(s.shen, id))).toMatchObject({ reason: SEEN, signedOn: day(-1), agreedAt: expect.any(String) })
  expect((await act('print', s.fdy, id)).code).toBe(422)
  ok(await act('withdraw', s.fdy, id))
})
it('50-MH10 without the student’s knowledge it goes to the centre only with a danger, whose reason is kept', async () => {
  const { id: studentId, self } = await s.pupil('程远')
  const danger = (dangerReason?: string) => s.fdy.post(`${OF}/referInDanger`, { studentId, reason: SEEN, dangerReason })
  for (const missing of [undefined, '', ' ']) expect((await danger(missing)).code).not.toBe(200)
  expect(await opened(studentId)).toBeUndefined()
  ok(await danger(WHY))
  const row = await opened(studentId)
  expect(row).toMatchObject({ state: 'sent', isDanger: true, agreedAt: null })
  expect(await mine(self)).toEqual([])
  const id = row?.id as string
  for (const verb of ['agree', 'refuse']) expect((await act(verb, self, id)).code).toBe(404)
  expect((await desk(s.lu))[0]).toMatchObject({ id, isDanger: true })
  expect(ok(await open(s.lu, id))).toMatchObject({ reason: SEEN, dangerReason: WHY, agreedAt: null })
  const audits = await s.db.query<{ detail: string }>(sql`select detail::text from audit_log where biz_id = ${id} and action = 'reveal'`)
  expect(audits).toHaveLength(1)
  expect(audits[0]?.detail).not.toMatch(new RegExp(`${studentId}|${SEEN}|${WHY}`))
  // the table itself holds no other
  await expect(s.db.query(sql`update mh_referral set is_danger = false where id = ${id}`)).rejects.toThrow()
  await expect(s.db.query(sql`update mh_referral set is_danger = false, danger_reason = null where id = ${id}`)).rejects.toThrow()
  ok(await act('withdraw', s.fdy, id))
})
it('50-MH10 one psychologist takes it on, gives an hour or declines; the counsellor reads states and sentences, never a word', async () => {
  const { id: studentId, self } = await s.pupil('沈言')
  ok(await refer(studentId))
  const id = (await opened(studentId))?.id as string
  ok(await act('agree', self, id))
  oneOf(await Promise.all([act('accept', s.shen, id), act('accept', s.lu, id)]))
  const [own, other] = (await desk(s.shen)).some(r => r?.id === id) ? [s.shen, s.lu] : [s.lu, s.shen]
  expect(await desk(other)).toEqual([])
  expect((await open(other, id)).code).toBe(404)
  for (const verb of ['decline', 'finish']) expect((await act(verb, other, id, { reply: verb === 'finish' ? 'seen' : 'notNow', note: NOTE })).code).toBe(404)
  // an hour of the caller's own, free, to come; of two at once one
  const [slot, next] = [await s.slot(200, own), await s.slot(201, own)]
  expect((await act('offer', own, id, { slotId: await s.slot(202, other) })).code).toBe(404)
  expect(ruleOf(await act('offer', own, id, { slotId: await s.slot(-5, own) }))).toBe('slot')
  const both = await Promise.all([slot, next].map(slotId => act('offer', own, id, { slotId })))
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['booked', 'ok'])
  expect(await s.db.unscoped(mhAppointment).count({ studentId, state: 'booked' })).toBe(1)
  const [given] = await s.db.unscoped(mhAppointment).all({ studentId })
  ok(await self.post('mentalHealth/mhAppointment/cancel', { id: given?.id }))
  ok(await act('offer', own, id, { slotId: given?.slotId === slot ? next : slot }))
  ok(await act('finish', own, id, { reply: 'seen', note: NOTE }))
  expect((await desk(own, true)).map(r => r?.id)).toContain(id)
  expect((await sent(s.fdy)).find(r => r.id === id)).toEqual({
    ...{ id, name: '沈言', studentNo: expect.anything(), className: '软件2301', isDanger: false, by: '林知夏' },
    ...{ at: expect.anything(), state: 'done', reply: 'seen' },
  })
  // declined, with a reason that stays in the centre
  ok(await refer(studentId))
  const second = (await opened(studentId))?.id as string
  ok(await act('agree', self, second))
  expect((await act('decline', own, second, { reply: 'seen', note: NOTE })).code).not.toBe(200)
  expect((await act('decline', own, second, { reply: 'elsewhere' })).code).not.toBe(200)
  ok(await act('decline', own, second, { reply: 'elsewhere', note: NOTE }))
  expect((await sent(s.fdy)).find(r => r.id === second)).toMatchObject({ state: 'declined', reply: 'elsewhere' })
  expect(ok(await open(own, second)).note).toBe(NOTE)
  expect((await mine(self)).find(r => r.id === second)?.state).toBe('declined')
  expect(await s.db.unscoped(mhReferral).count({ studentId, state: [...OPEN_REFERRAL] })).toBe(0)
  // nobody else reads a word, or that there is one
  const [admin, college] = [await s.as({ roles: ['admin'] }), await s.as({ roles: ['college'], departmentId: s.ids.info })]
  for (const by of [admin, college, s.officer, s.fdy, self]) {
    const answers = [await by.get(`${OF}/sent`), await by.get(`${OF}/desk`), await by.get(`${OF}/desk`, { isPast: true }), await open(by, id), await open(by, second)]
    for (const verb of ['list', 'getOne', 'getSelect', 'history']) answers.push(await by.get(`${OF}/${verb}`, { id }))
    for (const verb of ['accept', 'export', 'update', 'remove', 'finish']) answers.push(await act(verb, by, id, { reply: 'seen' }))
    answers.push(await by.get('audit/auditLog/list', { size: 100 }), await by.get('message/messageDelivery/list', { size: 100 }))
    const said = answers.map(a => a.raw.toString()).join('\n')
    for (const secret of [SEEN, WHY, NOTE]) expect(said).not.toContain(secret)
    if (by !== s.fdy) expect(said).not.toContain('沈言')
  }
  const [{ all } = { all: '' }] = await s.db.query<{ all: string }>(sql`select string_agg(r::text, ' ') as all from mh_referral r`)
  for (const secret of [SEEN, WHY, NOTE]) expect(all).not.toContain(secret)
})
it('50-MH10 whoever counsels the student today reads what came back, whoever did before no longer', async () => {
  const { id: studentId, self } = await s.pupil('何清')
  ok(await refer(studentId))
  ok(await act('agree', self, (await opened(studentId))?.id as string))
  const names = async (by: Actor) => (await sent(by)).map(r => r.name)
  expect([(await names(s.fdy)).includes('何清'), (await names(next)).includes('何清')]).toEqual([true, false])
  await s.db.query(sql`update class_staff set teacher_id = ${s.ids.he} where class_id = ${s.ids.s2301} and role = 'fdy'`)
  expect([(await names(s.fdy)).includes('何清'), (await names(next)).includes('何清')]).toEqual([false, true])
})
