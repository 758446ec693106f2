import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { moveStatus, moveToClasses } from '#modules/student/server/api.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { attentionCase } from '../attention/model/attention-case.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, ok, ruleOf, SECRET } from '../attention/testing.ts'
import type { openHandover, openHandovers } from './model/handover.ts'
import { attentionHandover } from './model/handover.ts'

let s: AttentionSchool
let next: Actor
beforeAll(async () => {
  s = await attentionSchool()
  next = s.people.other
})
afterAll(() => s.close())
const OF = 'mentalHealth/attentionHandover'
const waiting = async (by: Actor) => ok(await by.get<OutputOf<typeof openHandovers>[]>(`${OF}/waiting`))
const sign = (by: Actor, id: string | undefined) => by.post(`${OF}/sign`, { id, note: '和前一位当面交接过' })
const assess = (by: Actor, id: string | undefined) => by.post(`${OF}/assess`, { id, assessment: SECRET, watchFor: '返校头两周', agreedActions: '每周见一面' })
const handovers = (studentId: string) => s.db.unscoped(attentionHandover).all({ studentId }, { sort: ['createdAt', 'id'] })
const openOf = async (studentId: string) => (await handovers(studentId)).find(h => h.signedAt === null)
const caseOf = async (studentId: string) => (await s.db.unscoped(attentionCase).all({ studentId }))[0]
/** A case of level 3 or 2 of a new student of 软件2301. */
async function pupil(level: '2' | '3', classId = s.ids.s2301): Promise<string> {
  const { fdy, college, psy, second, officer } = s.people
  const studentId = (await addStudent(officer, draftOf(classId, {}))).id
  const people = level === '3' ? { ownerId: fdy.userId, backupId: college.userId } : { ownerId: psy.userId, backupId: second.userId }
  const { watchFor, agreedActions } = CONFIRMED
  await s.db.insert(attentionCase, { studentId, level, kinds: ['family'], watchFor, agreedActions, ...people, state: 'open', openedAt: new Date().toISOString(), sources: [] })
  return studentId
}
async function status(studentId: string, to: StudentStatus): Promise<void> {
  await s.db.tx(db => moveStatus(db, { studentId, to, effectiveDate: today() }))
  await s.server.settle()
}
/** The class gets another counsellor today. */
async function counsel(classId: string, teacherId: string, times = 1): Promise<void> {
  await s.db.query(sql`delete from class_staff where tenant_id = ${s.tenantId} and class_id = ${classId} and role = 'fdy'`)
  await s.db.insert(classStaff, { classId, teacherId, role: 'fdy', startDate: addDays(today(), -10), isPrimary: true })
  await s.db.tx(async db => {
    for (let n = 0; n < times; n++) await db.emit('campus.classStaffChanged', { classId, role: 'fdy', fromTeacherId: null, toTeacherId: teacherId, on: today() })
  })
  await s.server.settle()
}

it('50-MH11 another counsellor of the class puts its open cases in handover until that counsellor signs', async () => {
  const { fdy, college, psy, officer, admin } = s.people
  const [mild, severe, elsewhere, none] = [await pupil('3'), await pupil('2'), await pupil('3', s.ids.s2302), (await addStudent(officer, draftOf(s.ids.s2301, {}))).id]
  const closed = await pupil('3')
  await s.db.query(sql`update attention_case set state = 'closed' where student_id = ${closed}`)
  // not what is entered for a later day, nor another role
  for (const more of [
    { role: 'fdy', on: addDays(today(), 5) },
    { role: 'bzr', on: today() },
  ])
    await s.db.tx(db => db.emit('campus.classStaffChanged', { classId: s.ids.s2301, fromTeacherId: s.ids.lin, toTeacherId: s.ids.he, ...more }))
  await s.server.settle()
  expect(await handovers(mild)).toEqual([])
  // told twice, there is one
  await counsel(s.ids.s2301, s.ids.he, 2)
  for (const id of [mild, severe]) {
    expect((await caseOf(id))?.state).toBe('handover')
    expect(await handovers(id)).toMatchObject([{ reason: 'counsellor', signedAt: null }])
  }
  expect([(await caseOf(elsewhere))?.state, (await caseOf(closed))?.state, await caseOf(none)]).toEqual(['open', 'closed', undefined])
  // the receiver has it, and the words that go with it; nobody else
  expect((await waiting(next)).map(h => h.level).toSorted()).toEqual(['2', '3'])
  for (const by of [fdy, college, psy]) expect(await waiting(by)).toEqual([])
  expect(await waiting(admin)).toEqual([])
  const id = (await openOf(mild))?.id as string
  expect(ok(await next.post<OutputOf<typeof openHandover>>(`${OF}/open`, { id }))).toEqual({ watchFor: CONFIRMED.watchFor, agreedActions: CONFIRMED.agreedActions })
  for (const by of [fdy, college, psy, admin]) {
    expect((await by.post(`${OF}/open`, { id })).code).toBe(404)
    expect((await sign(by, id)).code).toBe(404)
  }
  for (const by of [officer, s.people.teacher]) expect((await sign(by, id)).code).toBe(403)
  const todos = () =>
    s.db.query<{ n: number }>(sql`select count(*)::int as n from todo where biz_type = 'attentionHandover' and biz_id = ${id} and state = 'open' and user_id = ${next.userId}`)
  expect((await todos())[0]?.n).toBe(1)
  // in handover it is followed up, and not ended
  const follow = { id: (await caseOf(mild))?.id, at: new Date().toISOString(), way: 'phone', layer: 'ml1', content: '电话问候', nextOn: addDays(today(), 3) }
  ok(await next.post('mentalHealth/attentionCase/followUp', follow))
  expect((await college.post('mentalHealth/attentionCase/review', { id: follow.id, to: 'close' })).code).toBe(422)
  // of two who sign one does; from then on the case is theirs
  const both = await Promise.all([sign(next, id), sign(next, id)])
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['ok', 'signed'])
  expect(await caseOf(mild)).toMatchObject({ state: 'open', ownerId: next.userId, backupId: college.userId })
  expect((await handovers(mild))[0]).toMatchObject({ signedById: next.userId })
  expect((await todos())[0]?.n).toBe(0)
  // a severe one stays with the centre
  ok(await sign(next, (await openOf(severe))?.id))
  expect(await caseOf(severe)).toMatchObject({ state: 'open', ownerId: psy.userId })
  await counsel(s.ids.s2301, s.ids.lin)
})
it('50-MH11 another class or major does the same, unless the counsellor stays', async () => {
  const { fdy } = s.people
  const [moving, staying] = [await pupil('3'), await pupil('3')]
  const move = async (id: string, classId: string) => {
    await s.db.tx(db => moveToClasses(db, [{ id, classId }], 'test'))
    await s.server.settle()
  }
  await counsel(s.ids.s2302, s.ids.lin)
  await move(staying, s.ids.s2302)
  expect(await handovers(staying)).toEqual([])
  await counsel(s.ids.s2302, s.ids.he)
  await move(moving, s.ids.s2302)
  expect(await openOf(moving)).toMatchObject({ reason: 'counsellor' })
  expect((await sign(fdy, (await openOf(moving))?.id)).code).toBe(404)
  ok(await sign(next, (await openOf(moving))?.id))
  expect((await caseOf(moving))?.ownerId).toBe(next.userId)
  // another major
  const changing = await pupil('3')
  const place = { classId: s.ids.n2301, gradeMajorId: s.ids.gmNet }
  await s.db.tx(db => moveStatus(db, { studentId: changing, to: 'active', effectiveDate: today(), place }))
  await s.server.settle()
  expect(await openOf(changing)).toMatchObject({ reason: 'major' })
  expect((await caseOf(changing))?.state).toBe('handover')
})
it('50-MH11 a suspension goes to the college, and after the return only the centre ends it, by a re-assessment', async () => {
  const { fdy, college, psy, second, third } = s.people
  const studentId = await pupil('3')
  await status(studentId, 'suspended')
  const away = await openOf(studentId)
  expect(away?.reason).toBe('suspended')
  for (const by of [fdy, psy]) expect((await sign(by, away?.id)).code).toBe(404)
  ok(await sign(college, away?.id))
  expect(await caseOf(studentId)).toMatchObject({ state: 'open', ownerId: college.userId, backupId: fdy.userId })
  await status(studentId, 'active')
  const back = await openOf(studentId)
  expect(back?.reason).toBe('returned')
  // neither counsellor nor college, nor by a mere signature, nor by another change that comes in between
  for (const by of [fdy, college]) expect((await sign(by, back?.id)).code).toBe(404)
  for (const by of [fdy, college]) expect((await assess(by, back?.id)).code).toBe(403)
  expect(ruleOf(await sign(psy, back?.id))).toBe('assess')
  await counsel(s.ids.s2301, s.ids.lin)
  expect((await openOf(studentId))?.reason).toBe('returned')
  expect((await waiting(third)).map(h => h.id)).toContain(back?.id)
  const both = await Promise.all([psy, second].map(by => assess(by, back?.id)))
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['ok', 'signed'])
  expect(await caseOf(studentId)).toMatchObject({ state: 'open', watchFor: '返校头两周', agreedActions: '每周见一面', ownerId: college.userId })
  // what was found stays with the team
  const shown = await fdy.post('mentalHealth/attentionCase/open', { id: (await caseOf(studentId))?.id })
  expect(shown.code).toBe(200)
  expect(shown.raw.toString()).not.toContain(SECRET)
})
it('50-MH11 whoever leaves: severe cases stay with those who have them, the others go to the college; told while somebody signs, nothing is lost', async () => {
  const { fdy, college, psy } = s.people
  const [severe, mild] = [await pupil('2'), await pupil('3')]
  for (const id of [severe, mild]) await status(id, 'graduated')
  expect([(await openOf(severe))?.reason, (await openOf(mild))?.reason]).toEqual(['left', 'left'])
  expect((await sign(college, (await openOf(severe))?.id)).code).toBe(404)
  expect((await sign(fdy, (await openOf(mild))?.id)).code).toBe(404)
  ok(await sign(psy, (await openOf(severe))?.id))
  ok(await sign(college, (await openOf(mild))?.id))
  expect([(await caseOf(severe))?.state, (await caseOf(mild))?.state]).toEqual(['open', 'open'])
  // a change of counsellor and a signature at once: the case waits exactly if a handover is not signed
  const one = await pupil('3')
  await counsel(s.ids.s2301, s.ids.he)
  const id = (await openOf(one))?.id
  await Promise.all([sign(next, id), counsel(s.ids.s2301, s.ids.he)])
  const isWaiting = (await openOf(one)) !== undefined
  expect((await caseOf(one))?.state).toBe(isWaiting ? 'handover' : 'open')
  expect((await handovers(one)).filter(h => h.signedAt === null).length).toBeLessThan(2)
  await counsel(s.ids.s2301, s.ids.lin)
})
