import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { lesson } from '#modules/campus/model/lesson.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { citizenNo } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { mySigns } from './model/read-actions.ts'
import { signMakeup } from './model/sign-line.ts'
import { signOccurrence } from './model/sign-task.ts'
import { tick } from './server/jobs.ts'
import { approveAs, type Pupil, ruleOf, type SignSchool, signSchool, todoOf } from './testing.ts'

let s: SignSchool
beforeAll(async () => {
  s = await signSchool()
})
afterAll(() => s.close())
const quickOf = (classId: string) => ({ name: '课堂', kind: 'class', minutes: 30, ways: ['qr'], wayRule: 'any', audience: { classIds: [classId] } })
const asked = (lineId: string, who: Actor) => who.post<{ id: string; instanceId: string }>('signIn/signMakeup/apply', { lineId, reason: '手机没电，人在教室' })
/** A staff member without an account. */
const hired = async (no: string): Promise<string> => {
  const person = { idType: '1', idNo: citizenNo(`110101198001010${no}`), genderCode: Number(no) % 2 ? '1' : '2', name: `教师${no}` }
  const made = await s.officer.post<{ id: string }>('base/teacher/add', { ...person, staffNo: `T${no}`, departmentId: s.ids.info, staffCategory: 'teacher', phone: '13912345678' })
  expect(made.msg).toBe('成功')
  return made.data.id
}
/** An ended occurrence this student missed; `early` are the messages before its end. */
const missedBy = async ({ id, actor }: Pupil) => {
  const { occurrenceId } = await s.quick()
  const line = await s.line(occurrenceId, id)
  const early = ruleOf(await asked(line.id, actor))
  await s.act('signOccurrence/close', { occurrenceId, reason: '到点了' })
  return { occurrenceId, lineId: line.id, early }
}

it('class teachers and those who teach a class call it to sign in, and nobody else’s class', async () => {
  const { db, ids } = s
  const [course] = await db.unscoped(lesson).all({ teacherId: ids.he }) // the timetable of the school
  const [heads, teaches] = [await hired('21'), await hired('22')]
  await db.insert(classStaff, { classId: ids.a2301, teacherId: heads, role: 'bzr', startDate: today() })
  await db.update(lesson, course?.id ?? '', { teacherId: teaches })
  const head = await s.as({ roles: ['bzr'], teacherId: heads })
  const lecturer = await s.as({ roles: ['teacher'], teacherId: teaches })
  for (const [who, own, foreign] of [
    [head, ids.a2301, ids.s2301],
    [lecturer, ids.s2301, ids.a2301],
  ] as const) {
    const { occurrenceId, count } = await s.quick({ audience: { classIds: [own] } }, who)
    expect(count).toBeGreaterThan(0)
    expect((await s.board(occurrenceId, who)).total).toBe(count)
    expect(ruleOf(await who.post('signIn/signTask/quick', quickOf(foreign)))).toBe('noStudents')
  }
})

it('20-SA11 may apply for a make-up in time, a few a month; publisher or counsellor decides', async () => {
  const pupil = s.pupil(3)
  const missed = () => missedBy(pupil)
  const apply = (lineId: string, who: Actor = pupil.actor) => asked(lineId, who)
  const one = await missed()
  expect([one.early, (await apply(one.lineId, s.me)).code]).toEqual(['notClosed', 404])
  const twice = await Promise.all([apply(one.lineId), apply(one.lineId)])
  expect(twice.map(a => (a.code === 200 ? 200 : ruleOf(a))).sort()).toEqual([200, 'running'])
  const made = twice.find(a => a.code === 200)?.data
  const mine = (await pupil.actor.get<OutputOf<typeof mySigns>[]>('signIn/signLine/mine')).data.find(m => m.occurrenceId === one.occurrenceId)
  expect(mine?.makeupState).toBe('pending')
  const english = { 'accept-language': 'en' }
  const inEnglish = { title: expect.stringMatching(/^李四, make-up: /), summary: expect.stringContaining(', made up this month: 0') }
  for (const [path, of] of [
    ['base/todo/mine', { ...inEnglish, node: 'Publisher or counsellor' }],
    ['workflow/processTask/mine', { ...inEnglish, nodeName: 'Publisher or counsellor' }],
  ] as const)
    expect((await s.fdy.get<{ result: unknown[] }>(path, { tab: path.startsWith('base') ? 'open' : 'todo', keyword: '李四' }, english)).data.result).toContainEqual(
      expect.objectContaining(of),
    )
  expect((await approveAs(s.fdy, made?.instanceId ?? '')).code).toBe(200)
  expect((await s.line(one.occurrenceId, pupil.id)).state).toBe('madeUp')
  expect(ruleOf(await apply(one.lineId))).toBe('notAbsent')
  const old = await missed()
  await s.shift(old.occurrenceId, -25 * 60)
  expect(ruleOf(await apply(old.lineId))).toBe('late')
  for (const { lineId } of [await missed(), await missed()]) expect((await apply(lineId)).code).toBe(200)
  expect(ruleOf(await apply((await missed()).lineId))).toBe('over')
})
it('20-SA11 hands in again what was returned as long as one may ask, from either page', async () => {
  const { actor } = s.pupil(4)
  const { occurrenceId, lineId } = await missedBy(s.pupil(4))
  const made = (await asked(lineId, actor)).data
  const returned = async () => {
    const taskId = await todoOf(s.fdy, made.instanceId)
    expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '请写明座位' })).code).toBe(200)
  }
  const again = (): Promise<Answer<unknown>> => actor.post('signIn/signMakeup/resubmit', { id: made.id, reason: '坐在第三排' })
  await returned()
  expect((await again()).code).toBe(200)
  await returned()
  expect((await actor.post('workflow/processInstance/resubmit', { instanceId: made.instanceId })).code).toBe(200)
  await returned()
  await s.shift(occurrenceId, -25 * 60)
  expect(ruleOf(await again())).toBe('late')
  expect((await actor.post('workflow/processInstance/resubmit', { instanceId: made.instanceId })).msg).toContain('现在已过')
  expect((await s.db.unscoped(signMakeup).one(made.id)).state).toBe('returned') // test runs with school-wide scope
  await tick(s.db)
  expect((await s.db.unscoped(signOccurrence).one(occurrenceId)).state).toBe('settled') // see above
})
