import sql from 'sql-template-tag'
import type { InputOf, OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { lesson, lessonSection } from '#modules/campus/model/lesson.ts'
import { campus } from '#modules/campus/model/places.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import type { myCases } from '#modules/workflow/cases/model/my-cases.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { leaveApplication } from './model/application.ts'
import { leave } from './model/leave.ts'
import { leaveType } from './model/leave-type.ts'
import { begin } from './server/jobs.ts'

export type Form = InputOf<typeof leaveApplication.apply>
export type HandedIn = OutputOf<typeof leaveApplication.apply>
type Cases = OutputOf<typeof myCases>
/** A school with leave set up: a term around today, a timetable, counsellor, college and office, and a student with an account. */
export interface LeaveSchool extends SmallSchool {
  fdy: Actor
  college: Actor
  officer: Actor
  teacher: Actor
  me: Actor
  studentId: string
  types: Record<string, string>
  /** A Monday two weeks ahead, so that nothing has begun and every notice period is met. */
  monday: string
  row(id: string): Promise<Row<typeof leave>>
  newStudent(classId: string, name?: string): Promise<{ id: string; actor: Actor }>
}
export const at = (date: string, clock: string): string => `${date}T${clock}:00+08:00`

export const leaveSchool = fixture(
  'leave',
  smallSchool,
  leaveRows,
  (school): LeaveSchool => ({
    ...school,
    row: rowId => school.db.unscoped(leave).one(rowId),
    newStudent: (classId, name) => newStudent(school, classId, name),
  }),
)
async function leaveRows(school: SmallSchool): Promise<Omit<LeaveSchool, keyof SmallSchool | 'row' | 'newStudent'>> {
  const { db, ids } = school
  const thisMonday = addDays(today(), 1 - weekdayOf(today()))
  await makeTerm(school, addDays(thisMonday, -56))
  const { id, actor } = await newStudent(school, ids.s2301)
  return {
    fdy: await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' }),
    college: await school.as({ roles: ['college'], departmentId: ids.info, nickName: '何院长' }),
    officer: await school.as({ roles: ['officer'], nickName: '学工处' }),
    teacher: await school.as({ roles: ['teacher', 'fdy'], teacherId: ids.he, departmentId: ids.info, nickName: '何文博' }),
    me: actor,
    studentId: id,
    types: Object.fromEntries((await db.unscoped(leaveType).all()).map(t => [t.code, t.id])),
    monday: addDays(thisMonday, 14),
  }
}
async function newStudent(school: SmallSchool, classId: string, name = '周雨桐'): Promise<{ id: string; actor: Actor }> {
  const officer = await school.as({ roles: ['officer'] })
  const made = await officer.post<{ id: string }>('base/student/add', draftOf(classId, { name }))
  if (made.code !== 200) throw new Error(made.msg)
  return { id: made.data.id, actor: await selfOf(school, made.data.id) }
}
/** Gives students' accounts their departments, as the program does when it creates them. */
export const departmentsOfStudents = ({ db, tenantId }: Pick<SmallSchool, 'db' | 'tenantId'>): Promise<unknown> =>
  db.query(sql`update sys_user u set department_id = s.department_id from student s where u.tenant_id = ${tenantId} and s.tenant_id = u.tenant_id and s.id = u.student_id`)
/** The campus, with a radius of 800 metres. */
export const CAMPUS = { latitude: 26.58, longitude: 106.71 }
export async function placeCampus({ db }: Pick<SmallSchool, 'db'>, { latitude, longitude } = CAMPUS): Promise<void> {
  for (const { id } of await db.unscoped(campus).all()) await db.update(campus, id, { lat: latitude, lng: longitude, geoRadius: 800 })
}
/** Twenty weeks, and a course every Monday and Wednesday morning. */
async function makeTerm({ db, ids }: SmallSchool, week1Start: string): Promise<void> {
  const endDate = addDays(week1Start, 139)
  await db.insert(schoolYear, { xn: '2026-2027', startDate: addDays(week1Start, -200), endDate: addDays(endDate, 200) })
  await db.insert(term, { xn: '2026-2027', xqM: '1', name: '第一学期', week1Start, weeks: 20, startDate: week1Start, endDate, switchDate: addDays(week1Start, -7) })
  const [place] = await db.unscoped(campus).all()
  for (const [no, begin, end] of [
    [1, '08:20', '09:05'],
    [2, '09:10', '09:55'],
  ] as const)
    await db.insert(lessonSection, { campusId: place?.id ?? '', season: 'all', no, begin, end })
  const course = {
    xn: '2026-2027',
    xqM: '1' as const,
    courseNo: 'RJ101',
    courseName: '数据库应用',
    teacherId: ids.he,
    classIds: [ids.s2301],
    sectionFrom: 1,
    sectionTo: 2,
    weeks: '1-20',
  }
  for (const weekday of [1, 3]) await db.insert(lesson, { ...course, weekday })
}
/** A valid form. */
export const formOf = (s: LeaveSchool, from: string, to: string, more: Partial<Form> = {}): Form => ({
  typeId: s.types.personal as string,
  startAt: from.includes('T') ? from : at(from, '08:00'),
  endAt: to.includes('T') ? to : at(to, '18:00'),
  leavesCampus: false,
  leavesCity: false,
  contactName: '周建国',
  contactPhone: '13912345678',
  guardianInformed: true,
  reason: '回家办理户口迁移',
  ...more,
})
export const apply = (s: LeaveSchool, form: Form, who: Actor = s.me): Promise<Answer<HandedIn>> => who.post<HandedIn>('leave/leave/apply', form)
/** Submits successfully. */
export async function applied(s: LeaveSchool, form: Form, who: Actor = s.me): Promise<HandedIn> {
  const answer = await apply(s, form, who)
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data
}
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.replace('leave.leave.', ''))
export const todoOf = async (who: Actor, instanceId: string): Promise<string | undefined> =>
  (await who.get<Cases>('workflow/processTask/mine', { tab: 'todo', size: 100 })).data.result.find(c => c?.instanceId === instanceId)?.taskId ?? undefined
export async function approveAs(who: Actor, instanceId: string | null): Promise<Answer<{ state: string }>> {
  const taskId = await todoOf(who, instanceId ?? '')
  if (!taskId) throw new Error('no task')
  return who.post('workflow/processTask/approve', { taskId })
}
/** A leave that its counsellor approved. */
export async function approved(s: LeaveSchool, form: Form, who: Actor = s.me): Promise<Row<typeof leave>> {
  const made = await applied(s, form, who)
  const answer = await approveAs(s.fdy, made.instanceId)
  if (answer.code !== 200) throw new Error(answer.msg)
  return s.row(made.id)
}
/** Moves a leave in time, bypassing all rules. */
export async function shifted(s: LeaveSchool, id: string, startAt: string, endAt: string): Promise<void> {
  await s.db.update(leave, id, { startAt, endAt })
}
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** A student away since yesterday until tomorrow, or by other hours from now. */
export async function goneFor(s: LeaveSchool, from = -24, to = 24) {
  const who = await s.newStudent(s.ids.s2301, '陈思远')
  const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1)), who.actor)
  await shifted(s, row.id, hoursFromNow(from), hoursFromNow(to))
  await begin(s.db)
  return { ...who, row: await s.row(row.id) }
}
/** Recipients of this message about a leave, in order. */
export async function told(s: LeaveSchool, code: string, id: string): Promise<string[]> {
  await s.server.settle()
  const found = await s.db.query<{ userId: string }>(
    sql`select recipient_id as "userId" from message where tenant_id = ${s.tenantId} and event_code = ${`leave.${code}`} and biz_id = ${id} order by created_at`,
  )
  return found.map(r => r.userId)
}
