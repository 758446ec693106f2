import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { campus } from '#modules/campus/model/places.ts'
import { schoolYearOf, yearBegins } from '#modules/campus/model/school-year.ts'
import { priceFor } from '#modules/fee/server/api.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { infoChange } from '#modules/standing/information/model/info-change.ts'
import { student } from '#modules/student/model/student.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import type { CardKind } from '../model/card-kind.ts'
import { type CardReissue, COMING, cardReissue } from '../model/card-reissue.ts'
import { railStation } from '../model/dictionaries.ts'
import { kindOf } from './kinds.ts'

type Form = Pick<CardReissue, 'kindId' | 'reason'> & { lostOn?: string | null; homeStation?: string | null; schoolStation?: string | null; hasProof: boolean }
export interface Checked {
  violations: Violation[]
  kind: CardKind
  /** Fen. */
  fee: number
  photoId: string | null
  person: { enrolDate: string | null; grade: number | null; majorId: string | null }
}
const NEVER_COMES = ['found', 'closed'] as const
/** The last card of a kind that the student was given here. */
export const lastCard = (db: Db, studentId: string, kindId: string): Promise<CardReissue | undefined> =>
  db
    .unscoped(cardReissue) // the student's own
    .all({ studentId, kindId, cardState: 'collected' }, { sort: ['-collectedAt'], limit: 1 })
    .then(rows => rows[0])
/** 50-CR5: how many of a kind the student has asked for in this school year, without those that came to nothing; `id`: this one is not counted. */
export async function timesInYear(db: Db, { studentId, kindId, id }: { studentId: string; kindId: string; id?: string | null }, on = today()): Promise<number> {
  const [row] = await db.query<{
    n: number
  }>(sql`select count(*)::int as n from card_reissue where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and kind_id = ${kindId}
    and state in ('pending', 'returned', 'approved') and (card_state is null or card_state <> all(${[...NEVER_COMES]}::text[])) and created_at >= ${`${yearBegins(schoolYearOf(on))}T00:00:00+08:00`}
    and id is distinct from ${id ?? null}::uuid`)
  return row?.n ?? 0
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
const CARRIED = ['name', 'idNo', 'genderCode', 'birthDate', 'ethnicityCode'] as const
/** What a card carries of the record and is being changed. */
async function pendingFields(db: Db, studentId: string): Promise<Phrase[]> {
  const open = await db.unscoped(infoChange).all({ studentId, state: ['pending', 'returned'] }) // the student's own
  const changing = new Set<string>(open.flatMap(c => c.fields.flatMap(f => f ?? [])))
  return CARRIED.filter(f => changing.has(f)).map(f => ({ text: student.fields[f].label }))
}
const lossFaults = (form: Form, issuedOn: string | null): Violation[] => {
  const { reason, lostOn } = form
  if (reason !== 'lost') return []
  if (!lostOn) return [{ key: 'lostOnMissing', field: 'lostOn' }]
  if (lostOn > today()) return [{ key: 'future', values: { lostOn }, field: 'lostOn' }]
  return issuedOn && lostOn < issuedOn ? [{ key: 'beforeIssue', values: { lostOn, issuedOn }, field: 'lostOn' }] : []
}
/** Of municipalities the first two digits of the code name the city, else the first four. */
const cityOf = (code: string): string => (['11', '12', '31', '50'].includes(code.slice(0, 2)) ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`)
async function cityFaults(db: Db, who: { homeCanton: string | null; campusId: string | null }): Promise<Violation[]> {
  if (!who.homeCanton) return [{ key: 'homeUnknown' }]
  const school = (await db.cached(campus)).get(who.campusId ?? '')?.cantonCode
  const city = cityOf(who.homeCanton)
  if (!school || cityOf(school) !== city) return []
  const name = [...(await db.cached(canton)).values()].find(c => c.code === city)?.name ?? city
  return [{ key: 'sameCity', values: { city: name } }]
}
/** 50-CR4 */
async function trainFaults(db: Db, who: { homeCanton: string | null; campusId: string | null }, form: Form, last: CardReissue | undefined): Promise<Violation[]> {
  const { homeStation, schoolStation, hasProof } = form
  if (!homeStation || !schoolStation) return [{ key: 'stations', field: homeStation ? 'schoolStation' : 'homeStation' }]
  const nameOf = await labelsOf(db, railStation)
  if (homeStation === schoolStation) return [{ key: 'sameStation', values: { station: nameOf(homeStation) }, field: 'homeStation' }]
  const faults = await cityFaults(db, who)
  const isOther = last?.homeStation && (last.homeStation !== homeStation || last.schoolStation !== schoolStation)
  if (isOther && !hasProof) faults.push({ key: 'interval', values: { before: [last.homeStation, last.schoolStation].map(s => nameOf(s ?? '')).join('—') }, field: 'homeProof' })
  return faults
}
/** Everything that speaks against an application, with what follows from it. */
export async function check(db: Db, studentId: string, form: Form): Promise<Checked> {
  const [kind, who, last, photo, fields] = [
    await kindOf(db, form.kindId),
    await db.unscoped(student).one(studentId), // the applicant's own record
    await lastCard(db, studentId, form.kindId),
    await photosOf(db, studentId),
    await pendingFields(db, studentId),
  ]
  const fee = await feeOf(db, studentId, kind, form.reason)
  const issuedOn = last?.collectedAt ? today(new Date(last.collectedAt)) : who.enrolDate
  const violations: Violation[] = [
    ...(kind.isEnabled ? [] : [{ key: 'disabled', values: { kind: kind.name }, field: 'kindId' }]),
    ...lossFaults(form, issuedOn),
    ...(kind.needsPhoto && photo.isPending ? [{ key: 'photoPending' }] : kind.needsPhoto && !photo.photoId ? [{ key: 'noPhoto' }] : []),
    ...(fields.length ? [{ key: 'infoPending', values: { fields } }] : []),
    ...(kind.isTrain ? await trainFaults(db, who, form, last) : []),
    ...(fee === undefined ? [{ key: 'noPrice', values: { kind: kind.name } }] : []),
  ]
  return { violations, kind, fee: fee ?? 0, photoId: photo.photoId, person: who }
}
/** Another card of the kind that is still to come. */
export async function openFault(db: Db, studentId: string, kind: CardKind, id: string | null): Promise<Violation[]> {
  const rows = await db.unscoped(cardReissue).all({ studentId, kindId: kind.id, state: ['pending', 'returned', 'approved'] }) // the applicant's own
  const isOpen = rows.some(r => r.id !== id && (r.cardState === null || (COMING as readonly string[]).includes(r.cardState)))
  return isOpen ? [{ key: 'open', values: { kind: kind.name }, field: 'kindId' }] : []
}
