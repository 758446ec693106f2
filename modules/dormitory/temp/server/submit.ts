import type { InputOf, Row } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { offCampusLeaves } from '#modules/leave/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Asking } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { nightAt } from '../../places/model/night.ts'
import type { tempApplication } from '../model/application.ts'
import { type HouseNight, levelOf, nightsAway, nightsTouched, overlaps, type TempLevel } from '../model/nights.ts'
import { isInTime, leavesFor, timeProblems } from '../model/rules.ts'
import { HOLDING, tempLocation } from '../model/temp-location.ts'
import { bedsOfStudents, houseNights, nightsInTerm, type OwnBed } from './facts.ts'
import { limitsOf, settingsOf, type TempSettings } from './settings.ts'

export type Temp = Row<typeof tempLocation>
export type Form = InputOf<typeof tempApplication.apply>
type Timing = Pick<Form, 'from' | 'to'> & Partial<Pick<Form, 'proofs'>>

export interface Validation {
  settings: TempSettings
  bed: OwnBed | undefined
  nights: readonly HouseNight[]
  usedInTerm: number
  level: TempLevel
  isLate: boolean
  leaveId: string | null
  violations: Violation[]
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
    violations: [...(bed ? [] : [{ key: 'noStay' }]), ...timeProblems(asked, limitsOf(settings))],
  }
}
export async function placeName(db: Db, code: string | null | undefined): Promise<string | null> {
  if (!code) return null
  const found = [...(await db.cached(canton)).values()].find(c => c.code === code)
  return found ? (found.fullName ?? found.name) : null
}
/** The outcome of a whole form with all its violations. */
export async function validateForm({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, { row }: Asking<Temp>): Promise<Validation> {
  const judged = await validate(db, who.id, form, row?.id ?? null)
  const { cantonCode } = form
  const isUnknown = cantonCode && !(await placeName(db, cantonCode))
  return isUnknown ? { ...judged, violations: [...judged.violations, { key: 'cantonUnknown', values: { code: cantonCode }, field: 'cantonCode' }] } : judged
}
export const draftOf = (form: Form, judged: Validation) => ({ ...form, guardianInformed: form.guardianInformed ?? false, proofs: form.proofs ?? [], ...countOf(judged) })
export const countOf = ({ nights }: Pick<Validation, 'nights'>) => ({ nights: nights.length, firstNight: nights[0]?.date ?? '' })
