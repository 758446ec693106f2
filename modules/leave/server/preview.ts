import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, selfStudent, studentOf } from '#modules/student/server/api.ts'
import { previewPath } from '#modules/workflow/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { previewLeave } from '../model/actions.ts'
import { leaveSubject } from '../model/flow.ts'
import { leave } from '../model/leave.ts'
import type { Outcome } from './outcome.ts'
import { type Validation, validate } from './submit.ts'

/** The caller, or a student they may apply for. */
async function whoFor({ db, me }: Ctx, studentId: string | null | undefined): Promise<{ who: StudentOf; isStaff: boolean }> {
  if (!studentId || studentId === me.studentId) return { who: await selfStudent({ db, me }), isStaff: false }
  const visible = await db.visibleFor(student, 'leave:leave:applyFor').find({ id: studentId })
  const who = visible && (await studentOf(db, visible.id))
  if (!who) throw refusalOf(leave, 'studentUnknown', {}, 'studentId')
  return { who, isStaff: true }
}
/** The part of an outcome shown to people. */
export const shown = (o: Outcome) => ({
  days: o.days,
  countedDays: o.countedDays,
  near: o.near.map(({ leaveNo, days, startAt }) => ({ leaveNo, days, startAt })),
  level: o.level,
  besideHoliday: o.besideHoliday,
  exams: o.exams,
  hasTimetable: o.hasTimetable,
  lessons: o.lessons.map(({ id: _id, teacherId: _teacher, ...lesson }) => lesson),
  courses: o.courses,
  termTotal: o.termTotal,
  termLimit: o.termLimit,
  isOverTerm: o.isOverTerm,
  advisesSuspension: o.advisesSuspension,
  needsGuardian: o.needsGuardian,
})
/** Steps of the approval; empty without an account or a published flow, with the reason among the problems. */
async function stepsOf(ctx: Ctx, who: StudentOf, row: Record<string, unknown>, { problems }: Validation) {
  if (!who.userId || problems.some(p => p.key === 'order')) return []
  const { steps } = await previewPath(ctx.db, leaveSubject, row, { lang: ctx.lang })
  return steps.map(({ name, people, why, usualMin }) => ({ name, people, why, usualMin }))
}
export default handle(previewLeave, async (ctx, { studentId, ...asked }) => {
  const { db, lang } = ctx
  const { who, isStaff } = await whoFor(ctx, studentId)
  const judged = await validate(db, who, asked, { id: asked.id ?? null, extendsId: asked.extendsId ?? null, isStaff })
  const { outcome, type, isRetro } = judged
  const row = { ...asked, studentId: who.id, applyWay: isRetro ? 'retro' : 'self', leavesCampus: false, leavesCity: false }
  return {
    ...shown(outcome),
    steps: await stepsOf(ctx, who, row, judged),
    needsProof: type.needsProof === true || isRetro,
    isRetro,
    proofLaterDays: type.proofLaterDays ?? 0,
    guardianDays: outcome.settings.guardianDays,
    problems: judged.problems.flatMap(p => refusalOf(leave, p.key, p.values, p.field).issues.map(issue => formatIssue(lang, issue))),
    furthest: outcome.furthest,
  }
})
