import sql from 'sql-template-tag'
import { type Issue, refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { Stay } from '../../stays/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'
import { massMove, massMoveLine } from '../model/mass-move.ts'
import { homesOf } from './homes.ts'
import { carryOut, judgeMoves, lockFor, type Move, type MoveContext } from './move.ts'
import { tellDone } from './notify.ts'

export interface Line {
  id: string
  studentId: string
  toBedId: string
}
export interface Listed {
  lines: Line[]
  moves: Move[]
  known: MoveContext
  /** Problems of the list and of each move, with the student concerned. */
  problems: Array<{ studentId: string; issue: Issue }>
}
/** 20-DM7: the caller's list or that of a planned move, with stays, students and beds locked, and all violations on its date. */
export async function listed(db: Db, { on, massMoveId }: { on?: string | undefined; massMoveId?: string | undefined } = {}): Promise<Listed> {
  const which = massMoveId ? sql`mass_move_id = ${massMoveId}` : sql`owner_id = ${db.me.userId} and mass_move_id is null`
  const lines = await db.query<Line>(
    sql`select id, student_id as "studentId", to_bed_id as "toBedId" from mass_move_line where tenant_id = ${db.me.tenantId} and ${which} and is_open order by id for update`,
  )
  const homes = await homesOf(
    db,
    lines.map(l => l.studentId),
  )
  const moves = lines.flatMap(({ studentId, toBedId }): Move[] => {
    const home = homes.get(studentId)
    return home ? [{ studentId, fromStayId: home.stayId, fromBedId: home.bedId, toBedId, toStayId: null }] : []
  })
  const known = await lockFor(db, moves)
  const homeless = lines.filter(l => !homes.has(l.studentId))
  const names = await studentsOf(
    db,
    homeless.map(l => l.studentId),
  )
  const issue = (key: string, values: Record<string, unknown>): Issue => refusalOf(dormChange, key, values).issues[0] as Issue
  const against = judgeMoves(moves, known, on)
  const problems = [
    ...homeless.map(l => ({ studentId: l.studentId, issue: issue('noStay', { name: names.get(l.studentId)?.name ?? '—' }) })),
    ...moves.filter(m => m.toBedId === m.fromBedId).map(m => ({ studentId: m.studentId, issue: issue('sameBed', { name: nameOf(known, m), bed: bedOf(known, m.toBedId) }) })),
    ...twice(moves).map(([a, b]) => ({ studentId: b.studentId, issue: issue('bedTwice', { bed: bedOf(known, b.toBedId), name: nameOf(known, a), other: nameOf(known, b) }) })),
    ...moves.flatMap(m => (against.get(m.fromStayId) ?? []).map(found => ({ studentId: m.studentId, issue: found }))),
  ]
  return { lines, moves, known, problems }
}
export const nameOf = ({ students }: MoveContext, { studentId }: Pick<Move, 'studentId'>): string => students.get(studentId)?.name ?? '—'
export const bedOf = ({ beds }: MoveContext, bedId: string): string => beds.get(bedId)?.fullName ?? '—'
/** Pairs of moves into the same bed. */
const twice = (moves: readonly Move[]): Array<[Move, Move]> =>
  [...Map.groupBy(moves, m => m.toBedId).values()].flatMap(([first, ...others]) => (first ? others.map((o): [Move, Move] => [first, o]) : []))

/** Executes a checked list and marks the batch as executed. */
export async function carryList(ctx: Pick<Ctx, 'db' | 'me'>, batch: { id: string; name: string; reason: string }, { lines, moves, known }: Listed): Promise<void> {
  const at = new Date().toISOString()
  const made = await carryOut(ctx, moves, known, { cause: 'group', batchId: batch.id })
  await recorded(ctx, { ...batch, at }, moves, known, made)
  await finish(ctx.db, batch.id, lines, moves, made)
  await ctx.db.update(massMove, batch.id, { state: 'executed', executedAt: at })
}
/** Records each student's move in the list of changes, where all changes of beds are. */
async function recorded(
  { db, me }: Pick<Ctx, 'db' | 'me'>,
  batch: { id: string; name: string; reason: string; at: string },
  moves: readonly Move[],
  { students, beds }: MoveContext,
  made: ReadonlyMap<string, Stay>,
) {
  await db.insertMany(
    dormChange,
    moves.map(m => ({
      type: 'group' as const,
      studentId: m.studentId,
      departmentId: students.get(m.studentId)?.departmentId ?? null,
      classId: students.get(m.studentId)?.classId ?? null,
      fromStayId: m.fromStayId,
      fromBedId: m.fromBedId,
      toBedId: m.toBedId,
      toDormId: beds.get(m.toBedId)?.dormId ?? null,
      toStayId: made.get(m.studentId)?.id ?? null,
      reason: batch.reason,
      detail: batch.name,
      proofs: [],
      effectiveDate: today(),
      state: 'executed' as const,
      executedAt: batch.at,
      executedBy: me.userId || null,
      massMoveId: batch.id,
    })),
  )
  await tellDone(db, await db.unscoped(dormChange).all({ massMoveId: batch.id })) // written just before
}
async function finish(db: Db, massMoveId: string, lines: readonly Line[], moves: readonly Move[], made: ReadonlyMap<string, Stay>): Promise<void> {
  const of = new Map(moves.map(m => [m.studentId, m]))
  const rows = lines.map(({ id, studentId }) => {
    const move = of.get(studentId)
    return { id, isOpen: false, massMoveId, fromStayId: move?.fromStayId ?? null, fromBedId: move?.fromBedId ?? null, newStayId: made.get(studentId)?.id ?? null }
  })
  await db.updateMany(massMoveLine, rows, { history: false }) // recorded by each student's change
}
