import sql from 'sql-template-tag'
import { type Issue, mustAllow, Refusal } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { changeMany } from '../../places/server/api.ts'
import { executeChanges } from '../model/actions.ts'
import { dormChange } from '../model/dorm-change.ts'
import { lockChanges } from './end-changes.ts'
import { carryOut, judgeMoves, lockFor, type Move, type MoveContext } from './move.ts'
import { tellDone } from './notify.ts'
import type { Change } from './validate.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
/** Moves of an application: one student, or both of a swap. */
export function movesOf({ studentId, fromStayId, fromBedId, toBedId, toStayId, peerId, peerStayId }: Change): Move[] {
  const own: Move = { studentId, fromStayId, fromBedId, toBedId, toStayId: toStayId ?? null }
  if (!peerId || !peerStayId) return [own]
  return [
    { ...own, toStayId: null },
    { studentId: peerId, fromStayId: peerStayId, fromBedId: toBedId, toBedId: fromBedId, toStayId: null },
  ]
}
/** Violations of each of these applications now; stays, students and beds stay locked. */
export async function judgeChanges(db: Db, rows: readonly Change[]): Promise<{ known: MoveContext; against: Map<string, Issue[]> }> {
  const known = await lockFor(db, rows.flatMap(movesOf))
  return { known, against: new Map(rows.map(row => [row.id, [...judgeMoves(movesOf(row), known).values()].flat()])) }
}
/** 20-DM3: executes applications without violations. */
export async function carryOutChanges(ctx: Acting, rows: readonly Change[], known: MoveContext): Promise<void> {
  const { db, me } = ctx
  for (const [type, those] of Map.groupBy(rows, r => r.type)) await carryOut(ctx, those.flatMap(movesOf), known, { cause: type })
  await changeMany(db, dormChange, rows, { state: 'executed', executedAt: new Date().toISOString(), executedBy: me.userId || null, problem: null })
  await tellDone(db, rows)
}
export default handle(executeChanges, async (ctx, { ids: given }) => {
  const { db, refuse } = ctx
  const ids = [...new Set(given)]
  if ((await db.visible(dormChange).count({ id: ids })) < ids.length) throw notFound()
  const rows = await lockChanges(db, sql`id = any(${ids}::uuid[])`)
  for (const row of rows) {
    mustAllow(dormChange, row, 'execute')
    if (row.effectiveDate > today()) refuse('notYet', { changeNo: row.changeNo, date: row.effectiveDate })
  }
  const { known, against } = await judgeChanges(db, rows)
  const issues = [...against.values()].flat()
  if (issues.length) throw new Refusal(422, issues)
  await carryOutChanges(ctx, rows, known)
  return { done: rows.length }
})
