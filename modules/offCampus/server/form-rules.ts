import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { cantonsByCode, schoolYearOn } from '#modules/campus/server/api.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { student } from '#modules/student/model/student.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { AGREED, HOLDING, KINDS, type OffCampusStay, offCampusStay, PROOFS } from '../model/off-campus-stay.ts'
import { settingsOf } from './settings.ts'

export type Timing = Pick<OffCampusStay, 'kind' | 'fromOn' | 'toOn'> & {
  contractUntil?: string | null
  landlordPhone?: string | null
  cohabitants?: string | null
  hasProof: boolean
  hasContract: boolean
}
/** As long as a school year, wherever it begins: whoever applies in August stays through the next. */
const MOST_NIGHTS = 365
const phrase = (kind: OffCampusStay['kind']) => ({ text: KINDS[kind] })
const spanFaults = ({ fromOn, toOn }: Timing): Violation[] => {
  if (toOn <= fromOn) return [{ key: 'order', values: { fromOn, toOn }, field: 'toOn' }]
  if (fromOn < today()) return [{ key: 'past', values: { fromOn, today: today() }, field: 'fromOn' }]
  const end = addDays(fromOn, MOST_NIGHTS - 1)
  return toOn <= end ? [] : [{ key: 'years', values: { fromOn, toOn, end }, field: 'toOn' }]
}
const proofFaults = (form: Timing): Violation[] => {
  const proof = PROOFS[form.kind]
  return proof && !form.hasProof ? [{ key: 'proof', values: { kind: phrase(form.kind), proof: { text: proof } }, field: 'proofs' }] : []
}
const contractFaults = ({ contractUntil, toOn }: Timing): Violation[] =>
  contractUntil && contractUntil < toOn ? [{ key: 'contract', values: { contractUntil, toOn }, field: 'contractUntil' }] : []
/** One a line: name, relation, phone. */
const cohabitantFaults = (given: string | null | undefined): Violation[] =>
  (given ?? '').split('\n').flatMap((line, n) => {
    const parts = line
      .trim()
      .split(/[\s、，,]+/)
      .filter(Boolean)
    return !parts.length || (parts.length === 3 && /^[\d+-]{7,20}$/.test(parts[2] ?? ''))
      ? []
      : [{ key: 'cohabitant', values: { line: n + 1, given: line.trim() }, field: 'cohabitants' }]
  })
/** 50-OC1: who may live outside at all. */
async function personFaults(db: Db, studentId: string, { kind, fromOn, landlordPhone }: Timing): Promise<Violation[]> {
  const who = await db.unscoped(student).one(studentId) // the applicant's own record
  const { firstYearStays } = await settingsOf(db)
  const isFirstYear = who.grade === Number((await schoolYearOn(db, fromOn)).slice(0, 4))
  return [
    ...(firstYearStays && isFirstYear && kind !== 'withFamily' && kind !== 'medical'
      ? [{ key: 'firstYear', values: { grade: who.grade, kind: phrase(kind) }, field: 'kind' }]
      : []),
    ...(isMinor(who.birthDate, fromOn) && kind !== 'withFamily' ? [{ key: 'minor', values: { fromOn, kind: phrase(kind) }, field: 'kind' }] : []),
    ...(landlordPhone && landlordPhone === who.phone ? [{ key: 'landlord', values: { phone: landlordPhone }, field: 'landlordPhone' }] : []),
  ]
}
/** Nights of the student that these would overlap; `except`: the row itself, and one whose address it changes. */
async function overlapFaults(db: Db, studentId: string, { fromOn, toOn }: Timing, except: readonly (string | null | undefined)[]): Promise<Violation[]> {
  const rows = await db.unscoped(offCampusStay).all({ studentId, state: [...HOLDING, 'revoked'] }) // the student's own
  // one that was revoked before it began has no night
  const clash = rows.find(r => !except.includes(r.id) && r.fromOn <= toOn && fromOn <= (r.lastNight ?? r.toOn) && r.fromOn <= (r.lastNight ?? r.toOn))
  return clash ? [{ key: 'overlap', values: { fromOn: clash.fromOn, toOn: clash.lastNight ?? clash.toOn }, field: 'fromOn' }] : []
}
async function earlierFaults(db: Db, studentId: string, earlierId: string | null | undefined): Promise<Violation[]> {
  if (!earlierId) return []
  const row = await db.unscoped(offCampusStay).find({ id: earlierId, studentId }) // the student's own
  return row && (AGREED as readonly string[]).includes(row.state) ? [] : [{ key: 'earlier', field: 'earlierId' }]
}
export const nightsOf = ({ fromOn, toOn }: Pick<Timing, 'fromOn' | 'toOn'>): number => daysBetween(fromOn, toOn) + 1
/** Everything that speaks against the dates and the kind. */
export async function timingFaults(
  db: Db,
  studentId: string,
  form: Timing,
  { id, earlierId }: { id?: string | null | undefined; earlierId?: string | null | undefined },
): Promise<Violation[]> {
  return [
    ...spanFaults(form),
    ...(await personFaults(db, studentId, form)),
    ...proofFaults(form),
    ...contractFaults(form),
    ...cohabitantFaults(form.cohabitants),
    ...(await earlierFaults(db, studentId, earlierId)),
    ...(await overlapFaults(db, studentId, form, [id, earlierId])),
  ]
}
export async function placeFaults(db: Db, code: string): Promise<Violation[]> {
  return (await cantonsByCode(db)).has(code) ? [] : [{ key: 'cantonUnknown', values: { code }, field: 'cantonCode' }]
}
