import { type InputOf, Refusal, type Row, refusalOf } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { offCampusLeaves } from '#modules/leave/server/api.ts'
import { PRESENT, STUDENT_STATUS } from '#modules/student/model/status.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { nightAt } from '../../model/setup/night.ts'
import type { applyTemp } from '../../model/temp/actions.ts'
import { type HouseNight, levelOf, nightsAway, nightsTouched, overlaps, type TempLevel } from '../../model/temp/nights.ts'
import { isInTime, leavesFor, timeProblems, type Violation } from '../../model/temp/rules.ts'
import { HOLDING, tempLocation } from '../../model/temp/temp-location.ts'
import { bedsOfStudents, houseNights, nightsInTerm, type OwnBed } from './facts.ts'
import { limitsOf, settingsOf, type TempSettings } from './settings.ts'

export type Temp = Row<typeof tempLocation>
export type Form = InputOf<typeof applyTemp>
type Timing = Pick<Form, 'from' | 'to'> & Partial<Pick<Form, 'proofs'>>

export interface Validation {
  settings: TempSettings
  bed: OwnBed | undefined
  nights: readonly HouseNight[]
  usedInTerm: number
  level: TempLevel
  isLate: boolean
  leaveId: string | null
  problems: Violation[]
}
/** Computes the outcome of an application and its violations of the time rules. `id`: the row being edited, excluded from the overlap check. */
export async function validate(db: Db, studentId: string, { from, to, proofs }: Timing, id: string | null): Promise<Validation> {
  const [settings, beds] = [await settingsOf(db), await bedsOfStudents(db, [studentId])]
  const span = { from, to }
  const bed = beds.get(studentId)
  const touched = await houseNights(db, bed?.dormId, nightsTouched(span))
  const nights = nightsAway(span, touched)
  const first = nights[0]?.date ?? nightAt(from)
  const usedInTerm = await nightsInTerm(db, studentId, first, id)
  const others = await db.unscoped(tempLocation).all({ studentId, state: HOLDING }) // the student's own rows, whoever asks
  const leaves = await offCampusLeaves(db, studentId, span)
  const now = Date.now()
  const clash = others.find(o => o.id !== id && overlaps(o, span))
  const asked = { span, nights, touched: touched[0] as HouseNight, usedInTerm, hasProof: Boolean(proofs?.length), leaves, clash, now }
  return {
    settings,
    bed,
    nights,
    usedInTerm,
    level: levelOf(nights.length, settings.tempFdyNights),
    isLate: nights.length > 0 && !isInTime(first, settings.tempSubmitBefore, now),
    leaveId: leaves.find(l => leavesFor(nights, leaves).includes(l))?.id ?? null,
    problems: [...(bed ? [] : [{ key: 'noStay' }]), ...timeProblems(asked, limitsOf(settings))],
  }
}
/** One refusal listing every violated rule. */
export function refuseWith(problems: readonly Violation[]): void {
  if (problems.length)
    throw new Refusal(
      422,
      problems.flatMap(p => refusalOf(tempLocation, p.key, p.values, p.field).issues),
    )
}
export function mustBePresent(who: StudentOf): void {
  if (!who.status || !PRESENT.includes(who.status)) throw refusalOf(tempLocation, 'studentState', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
  if (!who.userId) throw refusalOf(tempLocation, 'noAccount', { name: who.name })
}
export async function placeName(db: Db, code: string | null | undefined): Promise<string | null> {
  if (!code) return null
  const found = [...(await db.cached(canton)).values()].find(c => c.code === code)
  return found ? (found.fullName ?? found.name) : null
}
/** All violations of a form, with the row it makes. */
export async function draftOf(db: Db, who: StudentOf, form: Form, id: string | null) {
  mustBePresent(who)
  if (form.cantonCode && !(await placeName(db, form.cantonCode))) throw refusalOf(tempLocation, 'cantonUnknown', { code: form.cantonCode }, 'cantonCode')
  const judged = await validate(db, who.id, form, id)
  refuseWith(judged.problems)
  return { ...form, guardianInformed: form.guardianInformed ?? false, proofs: form.proofs ?? [], ...countOf(judged) }
}
export const countOf = ({ nights }: Pick<Validation, 'nights'>) => ({ nights: nights.length, firstNight: nights[0]?.date ?? '' })
