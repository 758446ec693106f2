import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Gate } from '../data/gate.ts'
import { raiseTimeouts } from '../data/raise-timeouts.ts'
import { findAttachment } from '../files/attachments.ts'
import { roomAfter } from '../licence/licence-status.ts'
import { applyStage } from './apply.ts'
import { applyByRow } from './apply-by-row.ts'
import { expected } from './columns.ts'
import { findHeader } from './header.ts'
import { dropRows, loadJob, moveJob } from './job.ts'
import { openWorkbook } from './read.ts'
import { Faults } from './row-issues.ts'
import { hooksOf, isByRow, progress, RehearsalRollback, type Run, Stopped, storeErrorSheet, workOf } from './run.ts'
import { counts, fillStage, findFaults, leaveOut, type Work } from './stage.ts'
import { sheetIssue, sheetRefusal } from './texts.ts'
import { keepNew, keepOld } from './undo.ts'

/** Writes validated rows and ends the job in one transaction. */
export async function writeRows(run: Run): Promise<void> {
  const job = (await loadJob(run.db, run.job.id)) ?? run.job
  const faults = new Faults()
  try {
    await run.db.tx(inside => write({ ...run, job }, inside as Gate, faults))
  } catch (error) {
    if (error instanceof Stopped) return
    if (!(error instanceof RehearsalRollback)) throw conflictOf(error)
    await refuse({ ...run, job }, faults)
  }
}
async function write(run: Run, db: Gate, faults: Faults): Promise<void> {
  const { job } = run
  await raiseTimeouts(db)
  await waitForTurn(run, db)
  const staged = await db.query<{ n: number }>(sql`select count(*)::int as n from import_row where tenant_id = ${db.me.tenantId} and job_id = ${job.id}`)
  if (staged[0]?.n === 0 || (!job.goodOnly && staged[0]?.n !== job.total)) throw sheetRefusal('stageLost')
  const work = workOf(run, db, job.columns ?? [])
  await fillStage(work, true)
  for (const fault of await findFaults(work)) faults.add(fault.row, [fault])
  if (faults.rows && !job.goodOnly) throw new RehearsalRollback()
  if (faults.rows) await leaveOut(work, faults)
  await keepToLicence(run, work)
  await keepOld(work)
  const added = await apply(run, work, faults)
  if (faults.rows && !job.goodOnly) throw new RehearsalRollback()
  // Rows refused by per-row rules are removed from the result.
  if (faults.rows) await leaveOut(work, faults)
  const undoUntil = await keepNew(work, added)
  const sums = await counts(work)
  const ended = await moveJob(db, job.id, ['writing'], {
    state: 'done',
    processed: job.total,
    undoUntil,
    ...sums,
    ok: sums.toAdd + sums.toChange + sums.unchanged,
    bad: job.total - (sums.toAdd + sums.toChange + sums.unchanged),
  })
  if (!ended) throw new Stopped()
  await dropRows(db, job.id)
}
/** Rechecked under the lock: two concurrent imports may each fit on their own. */
async function keepToLicence({ core, entity }: Run, work: Work): Promise<void> {
  const room = await roomAfter(core, work.db, entity, (await counts(work)).toAdd)
  if (room?.kind === 'full') throw new Refusal(422, [room.issue])
}
/** Writes the rows; the ids of new ones, where these are not those of the stage. */
async function apply(run: Run, work: Work, faults: Faults): Promise<string[] | undefined> {
  if (isByRow(run.core, run.entity))
    return applyByRow(work, { core: run.core, db: work.db, me: work.db.me, lang: run.order.lang, ip: '', traceId: run.job.id }, faults, progress(run))
  await applyStage(work)
  return undefined
}
/** Serialises imports per entity and school by an advisory lock. Polls for it, so that waiting imports can be cancelled. */
async function waitForTurn(run: Run, db: Gate): Promise<void> {
  const touch = progress(run)
  for (;;) {
    const rows = await db.query<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${`import into ${db.me.tenantId} ${run.entity.name}`}, 0)) as mine`)
    if (rows[0]?.mine) return
    await touch(0)
    await sleep(300)
  }
}
/** Data changed since validation: reports the rows that no longer fit and writes nothing. */
async function refuse(run: Run, faults: Faults): Promise<void> {
  const file = await findAttachment(run.db, run.job.fileId ?? '')
  let errorFileId: string | null = null
  if (file) {
    const local = await run.store.local(run.db, file)
    const book = await openWorkbook(local.path, run.job.fileName)
    const found = await findHeader(book, run.entity, expected(run.entity, hooksOf(run.core, run.entity) ?? {}, run.order.lang))
    errorFileId = await storeErrorSheet(run, book, found, faults)
    book.close()
    await local.release()
  }
  const bad = faults.rows
  await moveJob(run.db, run.job.id, ['writing'], {
    state: 'invalid',
    bad,
    ok: run.job.total - bad,
    errors: faults.first(100),
    errorFileId,
    message: sheetIssue('changedMeanwhile', { bad }),
  })
}
/** Unique violation caused by a concurrent insert. */
function conflictOf(error: unknown): unknown {
  return error instanceof Refusal && error.issues[0]?.rule === 'record.duplicate' ? sheetRefusal('conflict') : error
}
