import sql from 'sql-template-tag'
import { type Code, entityNamed, Refusal, type StoredRow, type Wording } from '#model'
import type { Db } from '#server/context.ts'
import { phraseOf, phraseValues } from '#server/i18n/wording.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun } from '../model/rollover-run.ts'
import type { Run } from './run-lock.ts'
import type { Direction, RolloverStep } from './step.ts'

/** Lines of a portion: one transaction, so that whoever uses these rows meanwhile waits for little. */
const LINES_AT_ONCE = 50
type Line = StoredRow<typeof rolloverLine>
/** What became of a line: the version its row has now, or why it was left alone. */
type Outcome = { version: number } | { why: Wording }

/** What each direction takes up and what it makes of it. */
const WAYS = {
  run: { from: 'planned', done: 'done', left: 'changed', sort: 'seq', one: runLine },
  undo: { from: 'done', done: 'undone', left: 'kept', sort: '-seq', one: undoLine },
} as const

/** 30-BY5: works off the next lines of a step together with the note that they are done; false when there are none. Should a row make the database refuse, each is tried by itself,
 *  so that it keeps no other one from it. */
export async function portion(db: Db, run: Run, step: RolloverStep, direction: Direction): Promise<boolean> {
  const { from, sort } = WAYS[direction]
  const next = await db.unscoped(rolloverLine).all({ runId: run.id, step: step.code, state: from }, { sort: [sort], limit: LINES_AT_ONCE }) // the task of this run
  const ids = next.map(line => line.id)
  if (!ids.length) return false
  try {
    await db.tx(tx => workOff(tx, run, step, direction, ids))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const id of ids) await db.tx(tx => workOff(tx, run, step, direction, [id])).catch((fault: unknown) => db.tx(tx => leave(tx, direction, id, fault)))
  }
  return true
}
async function workOff(tx: Db, run: Run, step: RolloverStep, direction: Direction, ids: readonly string[]): Promise<void> {
  await tx.unscoped(rolloverRun).lock(run.id) // a process that was presumed dead and goes on waits here, and finds the lines done
  const { from, sort, one } = WAYS[direction]
  const lines = await tx
    .unscoped(rolloverLine) // the task of this run
    .all({ id: [...ids], state: from }, { sort: [sort] })
  const rowIds = lines.map(line => line.rowId)
  const held = await step.hold?.(tx, rowIds, direction)
  const written = []
  const done: string[] = []
  for (const line of lines as Line[]) {
    const why = held?.get(line.rowId)
    const outcome: Outcome = why === undefined ? await one(tx, line, step) : { why }
    if ('version' in outcome) done.push(line.rowId)
    written.push(noted(line, direction, outcome))
  }
  await tx.updateMany(rolloverLine, written, { history: false })
  await tx.updateWhere(rolloverRun, { id: run.id }, { done: sql`done + ${direction === 'run' ? done.length : -done.length}` }, { bookkeeping: true })
  if (done.length) await step.followed?.(tx, done, run, direction)
}
function noted(line: Line, direction: Direction, outcome: Outcome) {
  const isDone = 'version' in outcome
  const said = isDone ? { problem: null, wording: null } : phraseValues({ wording: null }, 'problem', outcome.why, 300)
  const doneVersion = isDone && direction === 'run' ? outcome.version : line.doneVersion
  return { id: line.id, state: WAYS[direction][isDone ? 'done' : 'left'], ...said, doneVersion, doneAt: isDone ? new Date().toISOString() : line.doneAt }
}
const leave = async (tx: Db, direction: Direction, id: string, fault: unknown): Promise<void> => {
  if (!(fault instanceof Refusal)) throw fault
  await tx.updateWhere(rolloverLine, { id }, { state: WAYS[direction].left, ...phraseValues({ wording: null }, 'problem', phraseOf(fault.issues), 300) }, { history: false })
}
const CHANGED = { text: '预览之后又有变动' }
/** 30-BY3: a row that has changed since the preview is left as it is. */
async function runLine(tx: Db, { rowEntity, rowId, rowVersion, kind, after }: Line, { atRun }: RolloverStep): Promise<Outcome> {
  const of = entityNamed(rowEntity)
  const values = { ...(atRun?.(after ?? {}) ?? after) }
  if (kind !== 'create') return written(tx, rowEntity, rowId, values, rowVersion, CHANGED)
  const made = await tx.insertOrSkip(of, { ...values, id: rowId })
  return made ? { version: made.version } : { why: { text: '预览之后已经有了' } }
}
/** 30-BY6: only rows still at the version the run left are put back; new rows that are used stay. */
async function undoLine(tx: Db, { rowEntity, rowId, doneVersion, kind, before }: Line): Promise<Outcome> {
  const of = entityNamed(rowEntity)
  const since = { text: '结转之后又有变动' }
  if (kind !== 'create') return written(tx, rowEntity, rowId, { ...before }, doneVersion, since)
  const row = await tx.unscoped(of).find({ id: rowId }) // a row that the run made
  if (row && row.version !== doneVersion) return { why: since }
  if (row) await tx.remove(of, rowId)
  return { version: doneVersion ?? 1 }
}
const STALE: readonly Code[] = [404, 409]
async function written(tx: Db, rowEntity: string, id: string, values: Record<string, unknown>, version: number | null, why: Wording): Promise<Outcome> {
  try {
    return { version: (await tx.update(entityNamed(rowEntity), id, values, version ?? undefined)).version }
  } catch (error) {
    if (error instanceof Refusal && STALE.includes(error.code)) return { why }
    throw error
  }
}
