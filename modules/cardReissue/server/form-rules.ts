import type { Phrase } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { campus } from '#modules/campus/model/places.ts'
import { schoolYearOf, yearBegins } from '#modules/campus/model/school-year.ts'
import { cantonsByCode, cityOf } from '#modules/campus/server/api.ts'
import { priceFor } from '#modules/fee/server/api.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { infoChange } from '#modules/standing/information/model/info-change.ts'
import { student } from '#modules/student/model/student.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { type CardKind, ON_CARDS } from '../model/card-kind.ts'
import { type CardReissue, COMING, cardReissue } from '../model/card-reissue.ts'
import { railStation } from '../model/dictionaries.ts'
import { kindOf } from './kinds.ts'

interface Form extends Pick<CardReissue, 'kindId' | 'reason'> {
  lostOn?: string | null
  homeStation?: string | null
  schoolStation?: string | null
  hasProof: boolean
}
export interface Checked {
  violations: Violation[]
  kind: CardKind
  /** Fen. */
  fee: number
  /** Which of this school year it is. */
  times: number
  photoId: string | null
}
type Cards = readonly CardReissue[]
/** All cards of a student, a few in a course of study. */
export const cardsOf = (db: Db, studentId: string): Promise<CardReissue[]> => db.unscoped(cardReissue).all({ studentId }) // of the applicant, or of a row the reader decides on
/** The last card of a kind that the student was given here. */
export const lastOf = (cards: Cards, kindId: string): CardReissue | undefined =>
  cards.filter(c => c.kindId === kindId && c.cardState === 'collected').sort((a, b) => String(b.collectedAt).localeCompare(String(a.collectedAt)))[0]
const isUnder = ({ state }: CardReissue): boolean => state === 'pending' || state === 'returned' || state === 'approved'
const isComing = ({ cardState }: CardReissue): boolean => cardState === null || (COMING as readonly string[]).includes(cardState)
/** 50-CR5: which of this school year it is, without those that came to nothing; `id`: the one itself. */
export function timesOf(cards: Cards, { kindId, id }: { kindId: string; id?: string | null }): number {
  const from = yearBegins(schoolYearOf(today()))
  const counts = (c: CardReissue): boolean => c.kindId === kindId && c.id !== id && isUnder(c) && (isComing(c) || c.cardState === 'collected') && schoolDate(c.createdAt) >= from
  return cards.filter(counts).length + 1
}
/** Fee of a card: by the kind's charge standard for this student, nothing for a reason that is free; undefined where no standard fits. */
async function feeOf(db: Db, studentId: string, kind: CardKind, reason: CardReissue['reason']): Promise<number | undefined> {
  if (!kind.chargeItemId || kind.freeReasons?.includes(reason)) return 0
  return (await priceFor(db, studentId, kind.chargeItemId, schoolYearOf(today())))?.amount
}
/** The photo of the student that was accepted last. */
async function photosOf(db: Db, studentId: string): Promise<{ photoId: string | null; isPending: boolean }> {
  const rows = await db.unscoped(studentPhoto).all({ studentId, state: ['accepted', 'locked', 'pending'] }, { sort: ['-createdAt'] }) // the student's own
  return { photoId: rows.find(p => p.isCurrent)?.id ?? null, isPending: rows.some(p => p.state === 'pending') }
}
/** What a card carries of the record and is being changed. */
async function pendingFields(db: Db, studentId: string): Promise<Phrase[]> {
  const open = await db.unscoped(infoChange).all({ studentId, state: ['pending', 'returned'] }) // the student's own
  const changing = new Set<string>(open.flatMap(c => c.fields.flatMap(f => f ?? [])))
  return ON_CARDS.filter(f => changing.has(f)).map(f => ({ text: student.fields[f].label }))
}
const lossFaults = ({ reason, lostOn }: Form, issuedOn: string | null): Violation[] => {
  if (reason !== 'lost') return []
  if (!lostOn) return [{ key: 'lostOnMissing', field: 'lostOn' }]
  if (lostOn > today()) return [{ key: 'future', values: { lostOn }, field: 'lostOn' }]
  return issuedOn && lostOn < issuedOn ? [{ key: 'beforeIssue', values: { lostOn, issuedOn }, field: 'lostOn' }] : []
}
type Home = Pick<Awaited<ReturnType<typeof personOf>>, 'homeCanton' | 'campusId'>
async function cityFaults(db: Db, { homeCanton, campusId }: Home): Promise<Violation[]> {
  if (!homeCanton) return [{ key: 'homeUnknown' }]
  const school = (await db.cached(campus)).get(campusId ?? '')?.cantonCode
  const city = cityOf(homeCanton)
  if (!school || cityOf(school) !== city) return []
  return [{ key: 'sameCity', values: { city: (await cantonsByCode(db)).get(city.padEnd(6, '0'))?.name ?? city } }]
}
/** 50-CR4 */
async function trainFaults(db: Db, home: Home, { homeStation, schoolStation, hasProof }: Form, last: CardReissue | undefined): Promise<Violation[]> {
  if (!homeStation || !schoolStation) return [{ key: 'stations', field: homeStation ? 'schoolStation' : 'homeStation' }]
  const nameOf = await labelsOf(db, railStation)
  if (homeStation === schoolStation) return [{ key: 'sameStation', values: { station: nameOf(homeStation) }, field: 'homeStation' }]
  const faults = await cityFaults(db, home)
  const isOther = last?.homeStation && (last.homeStation !== homeStation || last.schoolStation !== schoolStation)
  if (isOther && !hasProof) faults.push({ key: 'interval', values: { before: [last.homeStation, last.schoolStation].map(s => nameOf(s ?? '')).join('—') }, field: 'homeProof' })
  return faults
}
const personOf = (db: Db, studentId: string) => db.unscoped(student).one(studentId) // the applicant's own record
/** Everything that speaks against an application, with what follows from it; `id`: the one that is given again. */
export async function check(db: Db, studentId: string, form: Form, id: string | null): Promise<Checked> {
  const [kind, who, cards] = [await kindOf(db, form.kindId), await personOf(db, studentId), await cardsOf(db, studentId)]
  const [photo, fields, fee] = [await photosOf(db, studentId), await pendingFields(db, studentId), await feeOf(db, studentId, kind, form.reason)]
  const last = lastOf(cards, kind.id)
  const issuedOn = last?.collectedAt ? schoolDate(last.collectedAt) : who.enrolDate
  const isOpen = cards.some(c => c.kindId === kind.id && c.id !== id && isUnder(c) && isComing(c))
  const violations: Violation[] = [
    ...(kind.isEnabled ? [] : [{ key: 'disabled', values: { kind: kind.name }, field: 'kindId' }]),
    ...lossFaults(form, issuedOn),
    ...(kind.needsPhoto && photo.isPending ? [{ key: 'photoPending' }] : kind.needsPhoto && !photo.photoId ? [{ key: 'noPhoto' }] : []),
    ...(fields.length ? [{ key: 'infoPending', values: { fields } }] : []),
    ...(kind.isTrain ? await trainFaults(db, who, form, last) : []),
    ...(fee === undefined ? [{ key: 'noPrice', values: { kind: kind.name } }] : []),
    ...(isOpen ? [{ key: 'open', values: { kind: kind.name }, field: 'kindId' }] : []),
  ]
  return { violations, kind, fee: fee ?? 0, times: timesOf(cards, { kindId: kind.id, id }), photoId: photo.photoId }
}
