import type { InputOf } from '#model'
import { campusFences } from '#modules/campus/server/api.ts'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { outingApplication } from '../model/application.ts'
import { goingOut } from '../model/going-out.ts'
import { asksSafe, hoursOf, isConfirmed, isLong } from '../model/rules.ts'
import { regionNames } from './regions.ts'
import { settingsOf } from './settings.ts'
import { type Trip, violationsOf } from './trips.ts'

const RECENT = 40
const PLACES = 6
const EARLIER = 8

/** What is possible besides withdrawing and cancelling; checked again when it is done. */
export function verbsOf(row: Trip): readonly string[] {
  if (row.state === 'registered') return isConfirmed(row) ? ['leave', 'back'] : ['confirm', 'decline']
  return row.state === 'out' || row.state === 'overdue' ? ['back', 'safe'] : []
}
/** Known data of the form: phone, home, frequent places. */
export async function begin(ctx: Ctx) {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const before = await db.unscoped(goingOut).all({ studentId: who.id }, { sort: ['-outPlanned'], limit: RECENT }) // restricted to the caller's own rows
  const places = new Map(before.map(r => [`${r.cantonCode}${r.place}`, { place: r.place, cantonCode: r.cantonCode, purpose: r.purpose, transport: r.transport }]))
  return {
    needsApproval: (await settingsOf(db)).mode === 'approve',
    contactPhone: before[0]?.contactPhone ?? who.phone ?? null,
    homeCanton: who.homeCanton,
    canLocate: (await campusFences(db)).length > 0,
    recent: [...places.values()].slice(0, PLACES),
  }
}
type Asks = InputOf<typeof outingApplication.preview>
/** Hours, what is asked on the way, what speaks against it, and, where trips are approved, who decides. */
export async function preview({ db }: Ctx, who: StudentOf, { id, ...asks }: Asks) {
  const { mode, safeDays } = await settingsOf(db)
  return {
    answer: { hours: hoursOf(asks), asksSafe: isLong(asks, safeDays) },
    violations: await violationsOf(db, who, asks, id ?? undefined),
    row: mode === 'approve' ? { ...asks, place: '' } : null,
  }
}
/** Names by student, for fellow travellers. */
async function namesOf(db: Db, trips: readonly Trip[]) {
  const people = await studentsOf(
    db,
    trips.map(r => r.studentId),
  )
  return {
    name: (row: Trip | undefined): string | null => (row ? (people.get(row.studentId)?.name ?? null) : null),
    // the name behind a typed number is disclosed only after its owner has confirmed
    member: (row: Trip): string => (isConfirmed(row) ? people.get(row.studentId)?.name : people.get(row.studentId)?.studentNo) ?? '—',
  }
}
export async function mine({ db }: Ctx, rows: readonly Trip[]) {
  const related = await db.unscoped(goingOut).all({ groupId: rows.map(r => r.id) }) // fellow travellers on one's own trips: name and state only
  const leaders = await db.unscoped(goingOut).all({ id: rows.flatMap(r => r.groupId ?? []) }) // see above
  const nameOf = await namesOf(db, [...related, ...leaders])
  const [{ full }, { safeDays }] = [await regionNames(db), await settingsOf(db)]
  return (row: Trip) => ({
    region: full(row.cantonCode),
    asksSafe: asksSafe(row, safeDays),
    leaderName: nameOf.name(leaders.find(l => l.id === row.groupId)),
    members: related.filter(r => r.groupId === row.id).map(r => ({ id: r.id, name: nameOf.member(r), isConfirmed: isConfirmed(r), state: r.state })),
  })
}
/** The student's trips before this one, for its readers. */
async function earlierOf(db: Db, { id, studentId, outPlanned }: Trip): Promise<Trip[]> {
  const where = { studentId, state: ['out', 'overdue', 'back'], 'outPlanned.le': outPlanned } as const
  const rows = await db.unscoped(goingOut).all(where, { sort: ['-outPlanned'], limit: EARLIER + 1 }) // of the student whose trip the reader may see
  return rows.filter(r => r.id !== id).slice(0, EARLIER)
}
/** The trip with its fellow travellers, and how earlier ones of the student ended. */
export async function cardOf({ db }: Ctx, row: Trip) {
  const members = await db.unscoped(goingOut).all({ groupId: row.id }) // fellow travellers of a trip the reader may see
  const nameOf = await namesOf(db, members)
  const before = await earlierOf(db, row)
  const card = outingApplication.card.output
  return {
    ...only(card, row),
    region: (await regionNames(db)).full(row.cantonCode),
    hours: hoursOf(row),
    members: members.map(nameOf.member),
    earlier: before.map(({ id, place, outPlanned, backPlanned, backAt, state }) => ({ id, place, outPlanned, backPlanned, backAt, state })),
    wasLate: before.some(r => r.lateTold !== null),
  }
}
