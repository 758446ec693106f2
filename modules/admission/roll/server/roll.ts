import type { Row } from '#model'
import { type Admitted, admitStudents, followRoll } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { admittedStudent } from '../model/admitted-student.ts'
import { followMoves } from './roll-followers.ts'
import { datesOf } from './settings.ts'

export type OnRoll = Row<typeof admittedStudent>
/** Kind of student by level of study. */
const CATEGORY: Readonly<Record<string, string>> = { 1: '432', 2: '431', 3: '423', 4: '421', 5: '411', 6: '441' }

async function recordsOf(db: Db, rows: readonly OnRoll[]): Promise<Admitted[]> {
  const { enrolDate } = await datesOf(db)
  return rows.map(r => ({
    ...{ id: r.id, name: r.name, genderCode: r.genderCode, idType: r.idType, idNo: r.idNo, birthDate: r.birthDate, ethnicityCode: r.ethnicityCode, politicalCode: r.politicalCode },
    ...{ ksh: r.ksh, sourceCanton: r.sourceCanton, phone: r.phone, emergencyPhone: r.guardianPhone, gradeMajorId: r.gradeMajorId, personId: r.personId ?? '' },
    ...{ enrolDate: enrolDate(r.year), category: CATEGORY[r.level ?? ''] ?? '499' },
  }))
}
/** 30-AC7: the records of who is new on the roll; the accounts of the welcome realm follow `student.admitted`. */
export const enterRoll = async (db: Db, rows: readonly OnRoll[]): Promise<void> => admitStudents(db, await recordsOf(db, rows))
type Before = Pick<OnRoll, 'id' | 'gradeMajorId'>
/** Rows were corrected before arrival: records follow, and who depends on the major hears of it. */
export async function correctRoll(db: Db, before: readonly Before[], rows: readonly OnRoll[]): Promise<void> {
  await followRoll(db, await recordsOf(db, rows))
  const was = new Map(before.map(b => [b.id, b.gradeMajorId]))
  const moved = rows.filter(r => was.get(r.id) !== r.gradeMajorId)
  await db.emitMany(
    'student.admissionChanged',
    moved.map(r => changed(r, was.get(r.id))),
  )
  await followMoves(
    db,
    moved.map(r => ({ studentId: r.id, state: r.state, isMoved: true })),
  )
}
const changed = (r: OnRoll, from = r.gradeMajorId) => ({ studentId: r.id, state: r.state, gradeMajorId: { from, to: r.gradeMajorId } })
/** Writes a row of the roll; other modules hear of a new state. */
export async function moveOnRoll(db: Db, row: OnRoll, patch: Partial<OnRoll>): Promise<OnRoll> {
  const after = await db.update(admittedStudent, row.id, patch)
  if (after.state !== row.state) {
    await db.emit('student.admissionChanged', changed(after))
    await followMoves(db, [{ studentId: after.id, state: after.state, isMoved: false }])
  }
  return after
}
