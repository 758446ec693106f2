import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { labourEnrolment } from './model/enrolment.ts'
import { labourGrade } from './model/grade.ts'
import { labourAccount, labourHours } from './model/hours.ts'
import { labourPlan } from './model/plan.ts'
import { labourProject } from './model/project.ts'
import { type Bucket, tenthsOf } from './model/rules.ts'
import { labourSelfRecord } from './model/self-record.ts'
import { settleHours } from './server/hours.ts'
import { type LabourSchool, labourSchool, ok, ruleOf } from './testing.ts'

let s: LabourSchool
let planId = ''
beforeAll(async () => {
  s = await labourSchool()
  for (const { id } of [...s.pupils, { id: s.studentId }]) await s.db.update(student, id, { level: '5', duration: 1 })
  const { grade } = await s.db.unscoped(student).one(s.studentId)
  const plan = { educationLevel: '5', grade, courseHours: 16, dailyHours: 10, productionHours: 4, serviceHours: 4, weeksPerYear: 1, credit: 1.5, minutesPerHour: 45 }
  planId = ok(await s.officer.post<{ id: string }>('labour/labourPlan/add', plan)).id
})
afterAll(() => s.close())
const post = (studentId: string, kind: Bucket, hours: number) =>
  settleHours(s.db, 'test', [{ studentId, kind, sourceId: `${studentId} ${kind}`, amount: tenthsOf(hours), occurredOn: today(), title: '测试', values: { name: '测试' } }])
const row = async (studentId: string) => {
  const found = await s.db.unscoped(labourGrade).find({ studentId, planId })
  if (!found) throw new Error('not assessed')
  return found
}
const judge = () => s.officer.post<{ people: number; met: number }>('labour/labourGrade/judge', { planId })
/** A completed project of a kind. */
async function completed(studentId: string, kind: 'course' | 'week', score: number): Promise<void> {
  const id = await s.project({ name: kind, kind, category: 'daily' })
  await s.db.update(labourProject, id, { stage: 'settled' })
  const common = { projectId: id, studentId, arrival: 1, enrolledAt: new Date().toISOString() }
  await s.db.insert(labourEnrolment, { ...common, state: 'completed', hours: 2, score })
}
describe('credit', () => {
  it('50-LB8 needs the course hours, each category, the labour week and at least a pass', async () => {
    const heard = captureEvents(s.server, 'labour.gradeFinal')
    const { id } = s.pupil(0)
    for (const [kind, hours] of [
      ['course', 16],
      ['daily', 10],
      ['production', 4],
      ['service', 3.5],
    ] as const)
      await post(id, kind, hours)
    await completed(id, 'week', 50)
    await completed(id, 'course', 59.99)
    ok(await judge())
    expect(await row(id)).toMatchObject({ serviceGap: 0.5, courseGap: 0, weeksGap: 0, score: 59.99, grade: 'fail', isMet: false, credit: 0 })
    await post(id, 'service', 4)
    ok(await judge())
    expect(await row(id)).toMatchObject({ serviceGap: 0, isMet: false })
    const { version } = await row(id)
    ok(await s.officer.post('labour/labourGrade/update', { id: (await row(id)).id, version, score: 75 }))
    const { met } = ok(await judge())
    expect(met).toBe(1)
    expect(await row(id)).toMatchObject({ score: 75, grade: 'fair', isMet: true, credit: 1.5, isGiven: true })
    ok(await judge())
    await s.server.settle()
    expect(heard.filter(h => h.studentId === id)).toMatchObject([{ studentId: id, planId }])
    // a week is missing to somebody else
    expect(await row(s.pupil(1).id)).toMatchObject({ weeksGap: 1, courseGap: 16, isMet: false, score: null })
    const profile = ok(await s.fdy.get<{ result: object[] }>('labour/labourGrade/list', { planId, isMet: true }))
    expect(profile.result).toHaveLength(1)
  })
  it('50-LB8 counts labour weeks for the student as for the assessment: of a school year as many as it asks for', async () => {
    const { id, actor } = s.pupil(0)
    const weeks = async () => {
      const mine = ok(await actor.get<{ weeks: number; weeksNeeded: number }>('labour/labourEnrolment/mine'))
      ok(await judge())
      return [mine.weeks, mine.weeksNeeded - mine.weeks === (await row(id)).weeksGap]
    }
    await completed(id, 'week', 80)
    expect(await weeks()).toEqual([1, true])
    await s.db.update(labourPlan, planId, { weeksPerYear: 2 })
    expect(await weeks()).toEqual([2, true])
    await s.db.update(labourPlan, planId, { weeksPerYear: 1 })
  })
  it('tells those who lack something what, and refuses a score for the requirement of others', async () => {
    const { people } = ok(await s.officer.post<{ people: number }>('labour/labourGrade/remind', { planId }))
    expect(people).toBe(await s.db.unscoped(labourGrade).count({ planId, isMet: false }))
    await s.server.settle()
    const told = ok(await s.pupil(1).actor.get<object>('base/message/mine', {}))
    expect(JSON.stringify(told)).toContain('劳动课程 16 学时')
    const { grade } = await s.db.unscoped(labourPlan).one(planId)
    const requirement = { educationLevel: '6', grade, courseHours: 16, dailyHours: 1, productionHours: 1, serviceHours: 1, weeksPerYear: 1, credit: 1, minutesPerHour: 45 }
    const other = ok(await s.officer.post<{ id: string }>('labour/labourPlan/add', requirement))
    expect(ruleOf(await s.officer.post('labour/labourGrade/add', { studentId: s.studentId, planId: other.id, score: 80 }))).toBe('otherPlan')
  })
})
describe('what students declare', () => {
  const photo = async (who: Actor): Promise<string> => (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', PIXEL, '劳动.png')).data.fileId
  const declare = async (who: Actor, more: object = {}) =>
    who.post<{ id: string }>('labour/labourSelfRecord/apply', {
      date: today(),
      where: 'dormitory',
      category: 'daily',
      minutes: 45,
      what: '宿舍大扫除',
      photos: [await photo(who)],
      ...more,
    })
  /** Pictures of each applicant: a file belongs to one declaration. */
  const photos = new Map<Actor, string[]>()
  let daysAgo = 0
  beforeAll(async () => {
    await s.db.update(stuClass, s.ids.s2301, { monitorId: s.pupil(5).id })
    for (const { actor } of [s.pupil(1), s.pupil(2)]) photos.set(actor, await Promise.all(Array.from({ length: 12 }, () => photo(actor))))
  })
  expectApplication({ of: labourSelfRecord, path: 'labour/labourSelfRecord', files: 'photos' }, () => ({
    db: s.db,
    applicants: async () => [s.pupil(1).actor, s.pupil(2).actor],
    form: who => ({ date: addDays(today(), -daysAgo++), where: 'family', category: 'daily', minutes: 30, what: '打扫院子', photos: [photos.get(who)?.pop()] }),
    approvers: [s.pupil(5).actor, s.fdy],
  }))
  it('50-LB5 counts at most so many hours a day and so much of a category', async () => {
    const { actor } = s.pupil(3)
    expect(ruleOf(await declare(actor, { date: addDays(today(), 1) }))).toBe('future')
    expect(ruleOf(await declare(actor, { photos: [] }))).toBe('noPhoto')
    expect(ruleOf(await declare(actor, { minutes: 120 }))).toBe('perDay')
    ok(await declare(actor, { minutes: 60 }))
    expect(ruleOf(await declare(actor, { minutes: 75 }))).toBe('perDay')
    ok(await declare(actor, { date: addDays(today(), -1), minutes: 90 }))
    // three of the ten hours of the category
    const refused = await declare(actor, { date: addDays(today(), -2) })
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['share', { most: 3, used: 3, asked: 1 }])
    // production needs four: 30 percent are 1.2 hours
    expect(ruleOf(await declare(actor, { date: addDays(today(), -3), category: 'production', minutes: 90 }))).toBe('share')
    ok(await declare(actor, { date: addDays(today(), -3), category: 'production', minutes: 45 }))
  })
  it('50-LB5 the monitor of the class verifies, then the counsellor; only then it counts', async () => {
    const [who, monitor] = [s.pupil(4), s.pupil(5)]
    const { id } = ok(await declare(who.actor))
    const decide = async (by: Actor) => {
      const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
      const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
      return by.post('workflow/processTask/approve', { taskId: task?.id })
    }
    expect((await decide(s.fdy)).code).not.toBe(200)
    ok(await decide(monitor.actor))
    expect(await s.db.unscoped(labourHours).count({ studentId: who.id })).toBe(0)
    ok(await decide(s.fdy))
    expect(await s.db.unscoped(labourAccount).find({ studentId: who.id })).toMatchObject({ daily: 10 })
  })
})
