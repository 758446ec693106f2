import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { type SignSchool, signSchool } from '#modules/signIn/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { labourEnrolment } from './model/enrolment.ts'
import { labourProject } from './model/project.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface CreatedRow {
  id: string
}
export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** A session of two hours some days from now, on a day without lessons of 软件2301 in the evening. */
export const sessionOn = (days: number, from = '19:00', to = '21:00', hours = 2) => ({
  start: schoolInstant(addDays(today(), days), from),
  end: schoolInstant(addDays(today(), days), to),
  hours,
})
export interface LabourSchool extends SignSchool {
  /** Guides the projects. */
  guide: Actor
  draft(more?: object): Record<string, unknown>
  /** Published after both approvals. */
  project(more?: object): Promise<string>
  /** The next approver of a row agrees. */
  agree(bizId: string, by: Actor): Promise<Answer>
  enrol(who: Actor, projectId: string, more?: object): Promise<Answer<{ state: string; position: number | null }>>
  enrolled(projectId: string, who: Actor): Promise<Row<typeof labourEnrolment>>
}
/** A school with a term, students and staff, and projects as tests ask for them. */
export const labourSchool = fixture(
  'labour',
  signSchool,
  async () => ({}),
  (s): LabourSchool => {
    const school: LabourSchool = {
      ...s,
      guide: s.teacher,
      draft: (more = {}) => ({
        ...{ name: '校园清扫', beginTime: inHours(-1), endTime: inHours(12), audience: { roles: ['student'] }, kind: 'practice', category: 'service', organiserDeptId: s.ids.info },
        ...{ teacherId: s.ids.he, place: '图书馆前', capacity: 3, hasWaitlist: true, sessions: [sessionOn(3)], hoursCap: 2, cancelBeforeHours: 24 },
        ...{ safetyNotice: '<p>戴手套</p>', needsInsurance: false, ...more },
      }),
      async agree(bizId, by) {
        const running = await s.db.unscoped(processInstance).find({ bizId, state: 'pending' })
        const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
        return by.post('workflow/processTask/approve', { taskId: task?.id })
      },
      async project(more = {}) {
        const { id } = ok(await school.guide.post<CreatedRow>('labour/labourProject/add', school.draft(more)))
        ok(await school.guide.post('labour/labourProject/publish', { id }))
        ok(await school.agree(id, s.college))
        ok(await school.agree(id, s.officer))
        return id
      },
      enrol: (who, projectId, more = {}) => who.post('labour/labourEnrolment/enrol', { projectId, isSafetyRead: true, ...more }),
      async enrolled(projectId, who) {
        const studentId = [...s.pupils, { id: s.studentId, actor: s.me }, s.away].find(p => p.actor.userId === who.userId)?.id ?? ''
        const row = await s.db.unscoped(labourEnrolment).find({ projectId, studentId })
        if (!row) throw new Error('not enrolled')
        return row
      },
    }
    return school
  },
)
export const projectRow = (s: LabourSchool, id: string): Promise<Row<typeof labourProject>> => s.db.unscoped(labourProject).one(id)
