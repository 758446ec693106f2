import { type InputOf, type Row, refusalOf } from '#model'
import { toSchoolTime } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { cantonsByCode, isOutsideCity } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Asking } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { leaveApplication } from '../model/application.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { formProblems, isRetro, timeProblems } from '../model/rules.ts'
import { type LeaveType, type Outcome, outcomeOf, type Wanted } from './outcome.ts'

export type Leave = Row<typeof leave>
export type Form = InputOf<typeof leaveApplication.apply>
export interface Validation {
  type: LeaveType
  outcome: Outcome
  violations: Violation[]
  isRetro: boolean
  /** The region lies in another city, whatever the form says. */
  isOutside?: boolean
}

export async function typeOf(db: Db, typeId: string): Promise<LeaveType> {
  const type = (await db.cached(leaveType)).get(typeId)
  if (!type) throw refusalOf(leave, 'typeOff', { name: '—' }, 'typeId')
  return type
}
type SubmitInput = Pick<Wanted, 'id' | 'extendsId'> & { isStaff: boolean }
/** Computes the outcome of an application and its violations of time, type and other leaves. */
export async function validate(db: Db, who: StudentOf, { typeId, startAt, endAt }: Pick<Form, 'typeId' | 'startAt' | 'endAt'>, asking: SubmitInput): Promise<Validation> {
  const type = await typeOf(db, typeId)
  const wanted: Wanted = { studentId: who.id, classId: who.classId, type, startAt, endAt, ...asking }
  const outcome = await outcomeOf(db, Date.parse(endAt) > Date.parse(startAt) ? wanted : { ...wanted, endAt: new Date(Date.parse(startAt) + 60_000).toISOString() })
  const { span, clash } = outcome
  // the length of an extension includes the leave it extends
  const extended = outcome.near.find(o => o.id === asking.extendsId)?.days ?? 0
  const [days, usedInTerm] = [outcome.days + extended, outcome.usedInTerm - extended]
  const now = Date.now()
  const violations = timeProblems({ type, span, startAt, endAt, days, usedInTerm, now, isStaff: asking.isStaff, isExtension: Boolean(asking.extendsId), clash })
  return { type, outcome, violations, isRetro: !asking.extendsId && isRetro(span, now) }
}
async function whereProblems(db: Db, code: string | null | undefined): Promise<Violation[]> {
  return code && !(await cantonsByCode(db)).has(code) ? [{ key: 'cantonUnknown', values: { code }, field: 'cantonCode' }] : []
}
/** Builds the row of a form: the type decides which fields hold reason and proofs, the rules compute the numbers. */
export function draftOf(form: Form, { type, outcome, isRetro: retro, isOutside }: Validation) {
  const { reason, proofs, proofPromised, examConfirmed: _exam, ...asked } = form
  const isOpen = !type.sensitive
  const lacksProof = !proofs?.length && proofPromised && (type.needsProof || retro)
  return {
    ...asked,
    leavesCampus: asked.leavesCampus ?? false,
    leavesCity: asked.leavesCity || isOutside === true,
    ...(isOpen ? { reason, proofs: proofs ?? [], privateReason: null, privateProofs: null } : { reason: null, proofs: null, privateReason: reason, privateProofs: proofs ?? [] }),
    proofDueOn: lacksProof ? addDays(toSchoolTime(form.endAt).date, type.proofLaterDays ?? 0) : null,
    ...numbersOf(outcome),
  }
}
export const numbersOf = (o: Outcome) => ({
  days: o.days,
  countedDays: o.countedDays,
  level: o.level,
  besideHoliday: o.besideHoliday.length > 0,
  hasExam: o.exams.length > 0,
  lessonCount: o.courses.reduce((sum, c) => sum + c.now, 0),
})
/** The outcome of a whole form with all its violations. */
export async function validateForm({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, { row, given, isStaff }: Asking<Leave>): Promise<Validation> {
  const judged = await validate(db, who, form, { id: row?.id ?? null, extendsId: row?.extendsId ?? given.extendsId ?? null, isStaff })
  const { type, outcome, isRetro: retro } = judged
  const problems = formProblems(form, { type, days: outcome.days, isRetro: retro && !isStaff, exams: outcome.exams, guardianDays: outcome.settings.guardianDays })
  const isOutside = form.leavesCampus === true && Boolean(form.cantonCode) && (await isOutsideCity(db, form.cantonCode ?? ''))
  return { ...judged, isOutside, violations: [...judged.violations, ...(await whereProblems(db, form.cantonCode)), ...problems] }
}
