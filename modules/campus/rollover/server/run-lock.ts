import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountNames } from '#server/access/accounts.ts'
import type { Db } from '#server/context.ts'
import { rolloverRun } from '../model/rollover-run.ts'

export type Run = Row<typeof rolloverRun>
export const LIVE = ['previewed', 'running', 'failed', 'done'] as const

/** 30-BY4: one run of a school at a time. Locks the runs that have not been taken back, in one order, so that of two officers the second reads who runs and how far. */
export async function lockRuns(db: Db): Promise<Array<Run & { isUndo: boolean }>> {
  const found = await db.unscoped(rolloverRun).all({ state: LIVE }, { sort: ['toXn'] }) // one run of the whole school: no scope narrows it
  const rows = []
  for (const { id } of found) rows.push(await db.unscoped(rolloverRun).lock(id)) // the same rows
  const running = rows.find(row => row.state === 'running')
  if (running) throw await busy(db, running)
  return rows
}
async function busy(db: Db, { startedById, startedAt, toXn, done, total }: Run) {
  const name = (await accountNames(db, [startedById])).get(startedById ?? '') ?? '—'
  return refusalOf(rolloverRun, 'busy', { name, startedAt: startedAt ? schoolTimeText(startedAt) : '', toXn, done, total })
}
