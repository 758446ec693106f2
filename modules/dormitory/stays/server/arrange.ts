import sql from 'sql-template-tag'
import { type Issue, Refusal, refusalOf } from '#model'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { STAY_MESSAGES } from '../model/messages.ts'
import type { BedOf } from '../model/rules.ts'
import type { StayKind } from '../model/states.ts'
import { dormStay } from '../model/stay.ts'
import { bedIssues, openNear, periodIssues } from './bed-issues.ts'
import { bedsOf } from './beds.ts'
import { tellStays } from './notify-stays.ts'
import { type Brief, type Stay, told } from './write.ts'

/** A bed for a student from a day on. */
export interface Arrangement {
  studentId: string
  bedId: string
  kind: StayKind
  source: Stay['source']
  plannedIn: string
  /** Default: the expected graduation. */
  plannedOut?: string | null
  batchId?: string | null
  /** Expiry of a hold. */
  holdUntil?: string | null
}
/** Notifications about a reservation: none to the student until the plan is published. */
interface Telling {
  isQuiet?: boolean
}
/** An arrangement with its violations. */
export interface Validation {
  wanted: Arrangement
  draft: Draft
  issues: Issue[]
}
/**
 * Reserves or holds beds for students, all or none. The only way to create stays besides imports: registration, plans, claims and moves use it. Students and beds
 * are locked, so that a refusal names the occupant; exclusion constraints catch the rest.
 */
export async function arrange(db: Db, wanted: readonly Arrangement[], telling: Telling = {}): Promise<Stay[]> {
  const { judged, students } = await validate(db, wanted)
  const issues = judged.flatMap(j => j.issues)
  if (issues.length) throw new Refusal(422, issues)
  return reserve(db, judged, students, telling)
}
/** Locks students and beds and checks each arrangement. */
export async function validate(db: Db, wanted: readonly Arrangement[]): Promise<{ judged: Validation[]; students: Map<string, StudentOf> }> {
  const students = await studentsOf(
    db,
    wanted.map(w => w.studentId),
    { lock: true },
  )
  const beds = await bedsOf(
    db,
    wanted.map(w => w.bedId),
    { isLocked: true },
  )
  await expireHolds(
    db,
    wanted.map(w => w.bedId),
  )
  const others = await openNear(db, wanted)
  const [ofBed, ofStudent] = [Map.groupBy(others, o => o.bedId), Map.groupBy(others, o => o.studentId)]
  const judged = wanted.map(w => {
    const { who, bed, draft } = draftOf(w, students.get(w.studentId), beds.get(w.bedId))
    const near = [...(ofBed.get(w.bedId) ?? []), ...(ofStudent.get(w.studentId) ?? [])]
    return { wanted: w, draft, issues: [...bedIssues(who, bed), ...periodIssues(who, bed, draft, near)] }
  })
  return { judged, students }
}
/** Inserts checked arrangements in bulk. */
export async function reserve(db: Db, judged: readonly Validation[], students: ReadonlyMap<string, StudentOf>, { isQuiet = false }: Telling = {}): Promise<Stay[]> {
  const drafts = judged.map(j => j.draft)
  await db.insertMany(dormStay, drafts)
  // written just before; identified by pairs the constraints keep unique
  const made = await db.unscoped(dormStay).all({ studentId: drafts.map(d => d.studentId), bedId: drafts.map(d => d.bedId), isOpen: true })
  const byPair = Map.groupBy(made, s => `${s.studentId} ${s.bedId}`)
  const stays = drafts.flatMap(d => (byPair.get(`${d.studentId} ${d.bedId}`) ?? []).filter(s => s.plannedIn === d.plannedIn && s.kind === d.kind))
  const reserved = stays.filter(s => s.state === 'reserved')
  await (isQuiet ? db.emitMany('dormitory.stayReserved', told(reserved, today())) : tellReserved(db, reserved, students))
  return stays
}
/** Emits events for reserved beds, also when a hold is confirmed. */
export async function tellReserved(db: Db, stays: readonly Brief[], students: ReadonlyMap<string, StudentOf>): Promise<void> {
  await db.emitMany('dormitory.stayReserved', told(stays, today()))
  await tellStays(db, STAY_MESSAGES.bedAssigned, stays, { valuesOf: s => ({ from: s.plannedIn }), students })
}
type Draft = ReturnType<typeof draftOf>['draft']
function draftOf(w: Arrangement, who: StudentOf | undefined, bed: BedOf | undefined) {
  if (!who) throw refusalOf(dormStay, 'studentUnknown', { studentNo: w.studentId }, 'studentNo')
  if (!bed) throw refusalOf(dormStay, 'bedUnknown', {}, 'bedId')
  const usual = w.kind === 'temporary' || !who.expectedGraduation || who.expectedGraduation <= w.plannedIn ? null : who.expectedGraduation
  const draft = {
    ...copyOf(who),
    studentId: who.id,
    bedId: bed.id,
    kind: w.kind,
    source: w.source,
    state: w.holdUntil ? ('held' as const) : ('reserved' as const),
    isOpen: true,
    plannedIn: w.plannedIn,
    plannedOut: w.plannedOut ?? usual,
    batchId: w.batchId ?? null,
    holdUntil: w.holdUntil ?? null,
  }
  return { who, bed, draft }
}
/** Student fields copied to a stay. */
export const copyOf = (who: StudentOf) => ({
  studentNo: who.studentNo,
  name: who.name,
  genderCode: who.genderCode,
  departmentId: who.departmentId,
  grade: who.grade,
  classId: who.classId,
})
/** Releases expired holds: of beds requested now, or all by the scheduled job. */
export async function expireHolds(db: Db, bedIds?: readonly string[]): Promise<number> {
  const some = bedIds ? sql`and bed_id = any(${[...bedIds]}::uuid[])` : sql``
  const gone = await db.updateWhere(
    dormStay,
    sql`state = 'held' and hold_until <= now() ${some}`,
    { state: 'expired', isOpen: false },
    { returning: ['studentId', 'bedId', 'kind'] },
  )
  await db.emitMany(
    'dormitory.stayReleased',
    gone.map(({ id, ...s }) => ({ ...s, stayId: id, reason: 'expired', on: today() })),
  )
  return gone.length
}
