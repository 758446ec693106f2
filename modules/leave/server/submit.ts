import { type InputOf, Refusal, type Row, refusalOf } from '#model'
import { toSchoolTime } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { PRESENT, STUDENT_STATUS } from '#modules/student/model/status.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { type SubmitOptions, submit } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import type { applyLeave } from '../model/actions.ts'
import { leaveSubject } from '../model/flow.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { formProblems, isRetro, timeProblems, type Violation } from '../model/rules.ts'
import { nextNo } from './number.ts'
import { type LeaveType, type Outcome, outcomeOf, type Wanted } from './outcome.ts'

export type Leave = Row<typeof leave>
export type Form = InputOf<typeof applyLeave>
export interface Validation {
  type: LeaveType
  outcome: Outcome
  problems: Violation[]
  isRetro: boolean
}
export interface Asking {
  id?: string | null
  extendsId?: string | null
  isStaff: boolean
}

export async function typeOf(db: Db, typeId: string): Promise<LeaveType> {
  const type = (await db.cached(leaveType)).get(typeId)
  if (!type) throw refusalOf(leave, 'typeOff', { name: '—' }, 'typeId')
  return type
}
/** Computes the outcome of an application and its rule violations. */
export async function validate(db: Db, who: StudentOf, { typeId, startAt, endAt }: Pick<Form, 'typeId' | 'startAt' | 'endAt'>, asking: Asking): Promise<Validation> {
  const type = await typeOf(db, typeId)
  const wanted: Wanted = { studentId: who.id, classId: who.classId, type, startAt, endAt, ...asking }
  const outcome = await outcomeOf(db, Date.parse(endAt) > Date.parse(startAt) ? wanted : { ...wanted, endAt: new Date(Date.parse(startAt) + 60_000).toISOString() })
  const { span, clash } = outcome
  // the length of an extension includes the leave it extends
  const extended = outcome.near.find(o => o.id === asking.extendsId)?.days ?? 0
  const [days, usedInTerm] = [outcome.days + extended, outcome.usedInTerm - extended]
  const now = Date.now()
  const problems = timeProblems({ type, span, startAt, endAt, days, usedInTerm, now, isStaff: asking.isStaff, isExtension: Boolean(asking.extendsId), clash })
  return { type, outcome, problems, isRetro: !asking.extendsId && isRetro(span, now) }
}
/** One refusal listing every violated rule. */
export function refuseWith(problems: readonly Violation[]): void {
  if (problems.length)
    throw new Refusal(
      422,
      problems.flatMap(p => refusalOf(leave, p.key, p.values, p.field).issues),
    )
}
function mustBePresent(who: StudentOf): void {
  if (!who.status || !PRESENT.includes(who.status)) throw refusalOf(leave, 'studentState', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
  if (!who.userId) throw refusalOf(leave, 'noAccount', { name: who.name })
}
async function checkWhere(db: Db, code: string | null | undefined): Promise<void> {
  if (code && !(await cantonsByCode(db)).has(code)) throw refusalOf(leave, 'cantonUnknown', { code }, 'cantonCode')
}
/** Builds the row of a form: the type decides which fields hold reason and proofs, the rules compute the numbers. */
export function draftOf(form: Form, { type, outcome, isRetro: retro }: Validation) {
  const { reason, proofs, proofPromised, examConfirmed: _exam, ...asked } = form
  const isOpen = !type.sensitive
  const lacksProof = !proofs?.length && proofPromised && (type.needsProof || retro)
  return {
    ...asked,
    leavesCampus: asked.leavesCampus ?? false,
    leavesCity: asked.leavesCity ?? false,
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
/** All violations of a form, with the row it makes. */
export async function validateForm(db: Db, who: StudentOf, form: Form, asking: Asking): Promise<Validation> {
  mustBePresent(who)
  await checkWhere(db, form.cantonCode)
  const judged = await validate(db, who, form, asking)
  const { type, outcome, isRetro: retro } = judged
  const guardianDays = outcome.settings.guardianDays
  refuseWith([...judged.problems, ...formProblems(form, { type, days: outcome.days, isRetro: retro && !asking.isStaff, exams: outcome.exams, guardianDays })])
  return judged
}
interface Making extends Asking {
  applyWay: Leave['applyWay']
  state?: Leave['state']
  approvedByPhone?: string | null
}
/** Writes an application; locks the student, so that concurrent applications are serialized. */
export async function makeLeave(db: Db, who: StudentOf, form: Form, making: Making): Promise<Leave> {
  const judged = await validateForm(db, who, form, making)
  const draft = draftOf(form, judged)
  const applyWay = making.applyWay === 'self' && judged.isRetro ? 'retro' : making.applyWay
  const row = await db.insert(leave, {
    ...draft,
    leaveNo: await nextNo(db, 'QJ'),
    studentId: who.id,
    departmentId: who.departmentId,
    classId: who.classId,
    applyWay,
    state: making.state ?? 'pending',
    extendsId: making.extendsId ?? null,
    approvedByPhone: making.approvedByPhone ?? null,
  })
  await attachFiles(db, leave, row.id, draft)
  return row
}
export async function submitLeave(ctx: Ctx, row: Leave, options: SubmitOptions = {}): Promise<{ id: string; leaveNo: string; instanceId: string; nextStep: string | null }> {
  const { instanceId, nextStep } = await submit(ctx, leaveSubject, row, options)
  return { id: row.id, leaveNo: row.leaveNo, instanceId, nextStep: nextStep ?? null }
}
