import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { isPresent, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { selfStudent, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { mustTakePart } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { assessEnrolment, cancelEnrolment, dropEnrolment, enrol, labourEnrolment } from '../model/enrolment.ts'
import { LABOUR_MESSAGES } from '../model/messages.ts'
import { labourProject } from '../model/project.ts'
import { aboutEnrolment } from './about.ts'
import { mustNotBeBarred } from './bars.ts'
import { mustBeFree } from './clashes.ts'
import { firstStart, giveUp, queuesIn, setCounts } from './places.ts'
import type { Project } from './sessions.ts'
import { joinGroups } from './week.ts'

export const ownEnrolments = ownRows(labourEnrolment, 'studentId')
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(labourProject, key, values, field)
}
function mustConfirm({ name, needsInsurance }: Project, { isSafetyRead, isInsured }: { isSafetyRead?: boolean | null; isInsured?: boolean | null }): void {
  if (!isSafetyRead) refuse('safety', {}, 'isSafetyRead')
  if (needsInsurance && !isInsured) refuse('insured', { name }, 'isInsured')
}
/** 50-LB1: under the lock of the project whoever comes next takes a place, or waits in the order of arrival. */
const own = handle(enrol, async (ctx, { projectId, ...confirmed }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  if (!who.status || !isPresent(who.status)) refuse('away', { status: { text: who.status ? STUDENT_STATUS[who.status] : '—' } })
  const shown = await db.unscoped(labourProject).one(projectId) // whether it is offered to the caller is checked next
  await mustTakePart(db, labourProject, shown)
  mustConfirm(shown, confirmed)
  await mustNotBeBarred(db, who.id)
  await mustBeFree(db, who, shown)
  const project = await db.unscoped(labourProject).lock(projectId) // see above
  const before = await db.unscoped(labourEnrolment).find({ projectId, studentId: who.id }) // the caller's own
  if (before && before.state !== 'cancelled') refuse('already', { name: project.name })
  const isIn = project.enrolled < project.capacity
  if (!isIn && !project.hasWaitlist) refuse('full', { name: project.name, capacity: project.capacity })
  const now = new Date().toISOString()
  const arrival = project.arrivals + 1
  const state = isIn ? ('enrolled' as const) : ('waiting' as const)
  const { teacherId, ownerDepartmentId } = project
  const row = { projectId, studentId: who.id, teacherId, ownerDepartmentId, arrival, state, enrolledAt: now, safetyConfirmedAt: now, note: null, groupNo: null }
  const { grade, departmentId, majorId, classId } = await db.unscoped(student).one(who.id) // the caller's own
  const place = { grade, departmentId, majorId, classId }
  if (before) await db.update(labourEnrolment, before.id, { ...row, ...place })
  else await db.insert(labourEnrolment, { ...row, ...place })
  await setCounts(db, projectId, { arrivals: arrival, ...(isIn && { enrolled: project.enrolled + 1 }) })
  await joinGroups(db, project)
  return { state, position: isIn ? null : ((await queuesIn(db, [projectId], who.id)).get(projectId)?.position ?? null) }
})
const cancel = handle(cancelEnrolment, async (ctx, { id }) => {
  const { db } = ctx
  const { projectId } = await ownEnrolments.find(ctx, id)
  const project = await db.unscoped(labourProject).lock(projectId) // of the caller's own row
  const row = await ownEnrolments.lock(ctx, id, 'cancel')
  const until = firstStart(project) - project.cancelBeforeHours * HOUR_MS
  if (row.state === 'enrolled' && Date.now() > until) refuse('cancelLate', { name: project.name, until: schoolTimeText(new Date(until).toISOString()) })
  await giveUp(db, [row], null)
})
const drop = handle(dropEnrolment, async ({ db }, { id, reason }) => {
  const { projectId } = await db.visible(labourEnrolment).one(id)
  await db.unscoped(labourProject).lock(projectId) // of a row in scope
  const row = await db.visible(labourEnrolment).lock(id, 'drop')
  await giveUp(db, [row], reason)
  const who = await studentOf(db, row.studentId)
  await notifyAbout(db, LABOUR_MESSAGES.dropped, aboutEnrolment, [{ row, who, more: { why: reason } }])
})
const assess = handle(assessEnrolment, async ({ db }, { id, performance = null, report = null }) => {
  await db.visible(labourEnrolment).lock(id, 'assess')
  await db.update(labourEnrolment, id, { performance, report })
})
export default [own, cancel, drop, assess, ownEnrolments.files, ...studentNumbers(labourEnrolment)]
