import { schoolInstant } from '#model/school-time.ts'
import { weekOf } from '#model/week.ts'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { lesson, lessonSection } from '#modules/campus/model/lesson.ts'
import { campus } from '#modules/campus/model/places.ts'
import { type HardshipSchool, hardshipSchool } from '#modules/hardship/testing.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { hourEntry } from './hours/model/hour-entry.ts'
import { postApplication } from './posts/model/application.ts'
import { engagement } from './posts/model/engagement.ts'
import { workPost } from './posts/model/post.ts'
import { employUnit } from './posts/model/unit.ts'

export { ok } from '#testing/answers.ts'

interface CreatedRow {
  id: string
}
export interface WorkSchool extends HardshipSchool {
  /** Of the library, and of another unit. */
  library: Actor
  canteen: Actor
  finance: Actor
  units: { library: string; canteen: string }
  campusId: string
  /** The next person decides. */
  approve(id: string, by: Actor): Promise<Answer>
  /** A draft of a post, as its unit enters it. */
  draft(more?: object): object
  /** An open post of the library, or of a unit given. */
  post(more?: object, by?: Actor): Promise<string>
  apply(who: Actor, postId: string, more?: object): Promise<Answer<CreatedRow>>
  /** A student with an application for the post. */
  applicant(postId: string, name?: string): Promise<{ id: string; studentId: string; actor: Actor }>
  /** The same on duty. */
  onDuty(postId: string, name?: string): Promise<{ id: string; studentId: string; actor: Actor }>
  /** The engagement that came of an application. */
  engagementOf(applicationId: string): Promise<string>
  /** A lesson of 软件2301 on a day. */
  lessonOn(date: string, begin: string, end: string): Promise<void>
  leaveOn(studentId: string, date: string): Promise<void>
  application(id: string): Promise<{ state: string; note: string | null }>
  filled(postId: string): Promise<[number, string]>
}
/** A school with two units and their accounts, and posts as tests ask for them. */
export const workSchool = fixture(
  'workStudy',
  hardshipSchool,
  async s => {
    const [library, canteen] = [await s.as({ roles: ['employer'], userType: 3, nickName: '图书馆' }), await s.as({ roles: ['employer'], userType: 3, nickName: '食堂' })]
    const unit = (name: string, by: Actor) => s.officer.post<CreatedRow>('workStudy/employUnit/add', { name, contact: '王老师', phone: '13800001111', userIds: [by.userId] })
    const units = { library: ok(await unit('图书馆', library)).id, canteen: ok(await unit('后勤处食堂', canteen)).id }
    const campusId = (await s.db.unscoped(campus).all({}))[0]?.id ?? ''
    return { library, canteen, units, campusId, finance: await s.as({ roles: ['finance'], nickName: '财务处' }) }
  },
  (s): WorkSchool => {
    const school: WorkSchool = {
      ...s,
      async approve(id, by) {
        const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
        const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
        return by.post('workflow/processTask/approve', { taskId: task?.id })
      },
      draft: (more = {}) => ({
        ...{
          unitId: s.units.library,
          title: '图书整理',
          duties: '上架和整理',
          headcount: 4,
          place: '一楼',
          campusId: s.campusId,
          schedule: [{ days: [6], from: '09:00', to: '11:00' }],
        },
        ...{ hoursPerWeek: 8, payMode: 'hourly', rate: 15_00, difficultyFirst: false, applyFrom: '2026-01-01T08:00:00+08:00', applyTo: '2040-01-01T08:00:00+08:00' },
        ...{ workFrom: addDays(today(), -60), workTo: '2040-01-31' },
        ...more,
      }),
      async post(more = {}, by = s.library) {
        const { id } = ok(await by.post<CreatedRow>('workStudy/workPost/add', school.draft(more)))
        ok(await by.post('workStudy/workPost/publish', { id }))
        ok(await school.approve(id, s.officer))
        return id
      },
      apply: (who, postId, more = {}) => who.post<CreatedRow>('workStudy/postApplication/apply', { postId, skills: '细心', ...more }),
      async applicant(postId, name = '周一') {
        const studentId = await s.student(name)
        const actor = await s.self(studentId)
        return { id: ok(await school.apply(actor, postId)).id, studentId, actor }
      },
      async onDuty(postId, name) {
        const { id, studentId, actor } = await school.applicant(postId, name)
        const { unitId } = await s.db.unscoped(workPost).one(postId)
        const [userId] = (await s.db.unscoped(employUnit).one(unitId)).userIds ?? []
        ok(await (userId === s.canteen.userId ? s.canteen : s.library).post('workStudy/postApplication/offer', { id }))
        ok(await actor.post('workStudy/postApplication/accept', { id }))
        return { id: await school.engagementOf(id), studentId, actor }
      },
      async engagementOf(applicationId) {
        const on = await s.db.unscoped(engagement).find({ applicationId })
        // at work for some weeks
        await s.db.update(engagement, on?.id ?? '', { from: addDays(today(), -60) })
        return on?.id ?? ''
      },
      async lessonOn(date, begin, end) {
        const [week1Start] = weekOf(addDays(date, -70))
        const endDate = addDays(week1Start, 139)
        await s.db.insert(schoolYear, { xn: '2026-2027', startDate: addDays(week1Start, -30), endDate: addDays(endDate, 30) })
        await s.db.insert(term, { xn: '2026-2027', xqM: '1', name: '第一学期', week1Start, weeks: 20, startDate: week1Start, endDate, switchDate: addDays(week1Start, -7) })
        await s.db.insert(lessonSection, { campusId: s.campusId, season: 'all', no: 1, begin, end })
        const course = { courseNo: 'RJ1', courseName: '数据结构', teacherId: s.ids.he, classIds: [s.ids.s2301], sectionFrom: 1, sectionTo: 1, weeks: '1-20' }
        await s.db.insert(lesson, { xn: '2026-2027', xqM: '1', ...course, weekday: weekdayOf(date) })
      },
      async leaveOn(studentId, date) {
        const [type] = await s.db.unscoped(leaveType).all()
        const span = { startAt: schoolInstant(date, '18:00'), endAt: schoolInstant(date, '22:00') }
        await s.db.insert(leave, {
          leaveNo: `QJ-${studentId}`,
          studentId,
          typeId: type?.id ?? '',
          days: 1,
          state: 'approved',
          leavesCampus: false,
          leavesCity: false,
          ...span,
        } as never)
      },
      application: id => s.db.unscoped(postApplication).one(id),
      async filled(postId) {
        const { filled, state } = await s.db.unscoped(workPost).one(postId)
        return [filled, state]
      },
    }
    return school
  },
)
/** Hours of an earlier day of the same month, as they stand once they are approved. */
export async function hoursOn(s: WorkSchool, engagementId: string, hours: number, near: string, more: object = {}): Promise<void> {
  const { unitId, postId, studentId } = await s.db.unscoped(engagement).one(engagementId)
  const date = `${near.slice(0, 8)}${near.endsWith('15') ? '16' : '15'}`
  const entry = { engagementId, unitId, postId, studentId, date, start: '00:00', end: '23:59', hours, source: 'employer', state: 'approved', isUnitAgreed: true } as const
  await s.db.insert(hourEntry, { ...entry, ...more })
}
