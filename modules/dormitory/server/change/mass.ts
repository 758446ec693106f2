import sql from 'sql-template-tag'
import { type Issue, Refusal, refusalOf } from '#model'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { sentence } from '#server/http/language.ts'
import { today } from '#server/today.ts'
import { type Chain, chainsOf } from '../../model/change/chains.ts'
import { dormChange } from '../../model/change/dorm-change.ts'
import { executeMass, previewMass } from '../../model/change/mass-actions.ts'
import { massMove } from '../../model/change/mass-move.ts'
import { studentsOf } from '../stay/students.ts'
import type { Stay } from '../stay/write.ts'
import { homesOf } from './homes.ts'
import { carryOut, judgeMoves, type Known, lockFor, type Move } from './move.ts'
import { settingsOf } from './settings.ts'
import { tellDone } from './tell.ts'

const MOST_CHAINS = 60
const MOST_STEPS = 12
const MOST_PROBLEMS = 200
interface Line {
  id: string
  studentId: string
  toBedId: string
}
interface Listed {
  lines: Line[]
  moves: Move[]
  known: Known
  /** Of the list itself and of each move, with whom it is about. */
  problems: Array<{ studentId: string; issue: Issue }>
}
/** 20-DM7: one's own list, with stays, students and beds held, and everything that speaks against it. */
async function listed(db: Db): Promise<Listed> {
  const lines = await db.query<Line>(
    sql`select id, student_id as "studentId", to_bed_id as "toBedId" from mass_move_line where tenant_id = ${db.me.tenantId} and owner_id = ${db.me.userId} and is_open order by id for update`,
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
  const against = judgeMoves(moves, known)
  const problems = [
    ...homeless.map(l => ({ studentId: l.studentId, issue: issue('noStay', { name: names.get(l.studentId)?.name ?? '—' }) })),
    ...moves.filter(m => m.toBedId === m.fromBedId).map(m => ({ studentId: m.studentId, issue: issue('sameBed', { name: nameOf(known, m), bed: bedOf(known, m.toBedId) }) })),
    ...twice(moves).map(([a, b]) => ({ studentId: b.studentId, issue: issue('bedTwice', { bed: bedOf(known, b.toBedId), name: nameOf(known, a), other: nameOf(known, b) }) })),
    ...moves.flatMap(m => (against.get(m.fromStayId) ?? []).map(found => ({ studentId: m.studentId, issue: found }))),
  ]
  return { lines, moves, known, problems }
}
const nameOf = ({ students }: Known, { studentId }: Pick<Move, 'studentId'>): string => students.get(studentId)?.name ?? '—'
const bedOf = ({ beds }: Known, bedId: string): string => beds.get(bedId)?.fullName ?? '—'
/** Pairs of moves into one bed. */
const twice = (moves: readonly Move[]): Array<[Move, Move]> =>
  [...Map.groupBy(moves, m => m.toBedId).values()].flatMap(([first, ...others]) => (first ? others.map((o): [Move, Move] => [first, o]) : []))

const shownChain = (known: Known, { steps, isRing }: Chain) => ({
  isRing,
  length: steps.length,
  steps: steps.slice(0, MOST_STEPS).map(s => ({ name: nameOf(known, s), fromBed: bedOf(known, s.fromBedId), toBed: bedOf(known, s.toBedId) })),
})
const preview = handle(previewMass, async ({ db, lang }) => {
  // the locks of the execution are taken and given back at once: what is judged is what would be carried out
  const { lines, moves, known, problems } = await db.tx(inside => listed(inside))
  const all = chainsOf(moves)
  const long = all.toSorted((a, b) => b.steps.length - a.steps.length)
  return {
    students: lines.length,
    rings: all.filter(c => c.isRing).length,
    chains: all.filter(c => !c.isRing && c.steps.length > 1).length,
    shown: long.slice(0, MOST_CHAINS).map(c => shownChain(known, c)),
    undoHours: (await settingsOf(db)).changeUndoHours,
    problemCount: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(p => ({ name: nameOf(known, p), msg: sentence(lang, p.issue) })),
  }
})
const execute = handle(executeMass, async (ctx, { name, reason, students }) => {
  const { db, me, refuse } = ctx
  const { lines, moves, known, problems } = await listed(db)
  if (!lines.length) refuse('nobody')
  if (lines.length !== students) refuse('changed', { before: students, now: lines.length })
  if (problems.length)
    throw new Refusal(
      422,
      problems.slice(0, MOST_PROBLEMS).map(p => p.issue),
    )
  const at = new Date().toISOString()
  const rings = chainsOf(moves).filter(c => c.isRing).length
  const { id } = await db.insert(massMove, { name, reason, students: moves.length, cycles: rings, state: 'executed', executedAt: at, executedBy: me.userId })
  const made = await carryOut(ctx, moves, known, { cause: 'group', batchId: id })
  await recorded(ctx, { id, name, reason, at }, moves, known, made)
  await finish(db, id, lines, moves, made)
  return { id, students: moves.length }
})
/** Each student's part stands in the list of changes, where everything about their bed does. */
async function recorded(
  { db, me }: Pick<Ctx, 'db' | 'me'>,
  batch: { id: string; name: string; reason: string; at: string },
  moves: readonly Move[],
  { students, beds }: Known,
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
  await tellDone(db, await db.unscoped(dormChange).all({ massMoveId: batch.id })) // just written
}
async function finish(db: Db, massMoveId: string, lines: readonly Line[], moves: readonly Move[], made: ReadonlyMap<string, Stay>): Promise<void> {
  const of = new Map(moves.map(m => [m.studentId, m]))
  const rows = lines.map(l => ({ id: l.id, stay: of.get(l.studentId)?.fromStayId, bed: of.get(l.studentId)?.fromBedId, made: made.get(l.studentId)?.id }))
  await db.query(sql`update mass_move_line l set is_open = false, mass_move_id = ${massMoveId}::uuid, from_stay_id = x.stay, from_bed_id = x.bed, new_stay_id = x.made, version = l.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, stay uuid, bed uuid, made uuid) where l.tenant_id = ${db.me.tenantId} and l.id = x.id`)
}
export default [preview, execute]
