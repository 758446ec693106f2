import type { InputOf } from '#model'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import type { leaveApplication } from '../model/application.ts'
import type { Outcome } from './outcome.ts'
import { validate } from './submit.ts'

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
/** The outcome of an application that is still being written. */
export async function preview({ db }: Ctx, who: StudentOf, asked: InputOf<typeof leaveApplication.preview>, isStaff: boolean) {
  const { outcome, type, isRetro, violations } = await validate(db, who, asked, { id: asked.id ?? null, extendsId: asked.extendsId ?? null, isStaff })
  const answer = {
    ...shown(outcome),
    needsProof: type.needsProof === true || isRetro,
    isRetro,
    proofLaterDays: type.proofLaterDays ?? 0,
    guardianDays: outcome.settings.guardianDays,
    furthest: outcome.furthest,
  }
  const row = violations.some(v => v.key === 'order') ? null : { ...asked, applyWay: isRetro ? 'retro' : 'self', leavesCampus: false, leavesCity: false }
  return { answer, violations, row }
}
