import { Refusal } from '#model'
import { DAY_MS } from '#model/days.ts'
import type { Gate } from '../data/gate.ts'
import { raiseTimeouts } from '../data/raise-timeouts.ts'
import { findAttachment, keep } from '../files/attachments.ts'
import { receive } from '../files/receive.ts'
import { roomAfter } from '../licence/licence-status.ts'
import { applyByRow } from './apply-by-row.ts'
import { expected } from './columns.ts'
import { findHeader, type LocatedHeader, refuseMerged } from './header.ts'
import { dropRows, moveJob } from './job.ts'
import { loadLookups } from './lookups.ts'
import { parseAndStage } from './parse-and-stage.ts'
import { openWorkbook, type Workbook } from './read.ts'
import { Faults } from './row-issues.ts'
import { hooksOf, isByRow, progress, RehearsalRollback, type Run, storeErrorSheet, workOf } from './run.ts'
import { counts, fillStage, findFaults, leaveOut } from './stage.ts'
import { importTemplate } from './template.ts'
import { sheetRefusal } from './texts.ts'

/** Parses and validates an upload. Valid rows are staged in `import_row`; the entity's table is not written. Returns whether to write at once: no errors, and the caller asked
 *  for it. */
export async function validate(run: Run): Promise<boolean> {
  const file = await findAttachment(run.db, run.job.fileId ?? '')
  if (!file) throw sheetRefusal('stageLost')
  const local = await run.store.local(run.db, file)
  try {
    const book = await openWorkbook(local.path, run.job.fileName)
    try {
      return await check(run, book)
    } finally {
      book.close()
    }
  } finally {
    await local.release()
  }
}
async function check(run: Run, book: Workbook): Promise<boolean> {
  const found = await headerOf(run, book)
  if (!found) return false
  const survey = await book.survey(found.sheet)
  const rows = Math.max(0, survey.rows - found.above)
  if (rows > run.order.maxRows) throw sheetRefusal('tooManyRows', { count: rows, limit: run.order.maxRows })
  refuseMerged(survey.merges, found.headerRow)
  const given = [...found.columns.values()].map(c => c.name)
  await moveJob(run.db, run.job.id, ['validating'], { total: rows, columns: given })
  const faults = new Faults()
  const total = await stageRows(run, book, found, faults)
  if (!total) throw sheetRefusal('noRows')
  const sums = await rehearse(run, given, faults)
  const room = await roomAfter(run.core, run.db, run.entity, sums.toAdd)
  if (room?.kind === 'full') throw new Refusal(422, [room.issue])
  const bad = faults.rows
  const errorFileId = bad ? await storeErrorSheet(run, book, found, faults) : null
  const isWritten = !bad && run.job.auto
  const isMoved = await moveJob(run.db, run.job.id, ['validating'], {
    state: bad ? 'invalid' : isWritten ? 'writing' : 'ready',
    total,
    processed: isWritten ? 0 : total,
    ok: total - bad,
    bad,
    ...sums,
    errors: faults.first(100),
    errorFileId,
    ...(room ? { message: room.issue } : {}),
  })
  return isMoved && isWritten
}
/** The header; undefined when an outdated template was refused and a current one attached. */
async function headerOf(run: Run, book: Workbook): Promise<LocatedHeader | undefined> {
  const hooks = hooksOf(run.core, run.entity) ?? {}
  try {
    return await findHeader(book, run.entity, expected(run.entity, hooks, run.order.lang))
  } catch (error) {
    const issue = error instanceof Refusal ? error.issues[0] : undefined
    if (issue?.rule !== 'sheet.oldTemplate') throw error
    const template = await importTemplate(run.db, run.entity, hooks, run.order.lang)
    const received = await receive(`${run.entity.label}导入模板.xlsx`, template, { tmp: run.store.tmp, maxMb: 50, allowed: ['xlsx'] })
    const file = await keep(run.db, run.store, received, { bizType: 'importJob', bizId: run.job.id, expiresAt: new Date(Date.now() + 7 * DAY_MS) })
    await moveJob(run.db, run.job.id, ['validating'], { state: 'failed', message: issue, errorFileId: file.id })
    return undefined
  }
}
async function stageRows(run: Run, book: Workbook, found: LocatedHeader, faults: Faults): Promise<number> {
  const { client, db, entity, job } = run
  const lookups = await loadLookups(db, [...found.columns.values()], run.order.lang)
  const total = await parseAndStage(client, book, { entity, found, lookups, hooks: hooksOf(run.core, entity) ?? {}, cipher: run.core.cipher, faults, onProgress: progress(run) })
  await dropRows(db, job.id)
  await client.query('insert into import_row (tenant_id, job_id, row_no, id, data) select $1, $2, row_no, id, data from import_copy', [db.me.tenantId, job.id])
  await client.query('drop table import_copy')
  return total
}
interface Sums {
  toAdd: number
  toChange: number
  unchanged: number
}
/** Dry run: does everything a write would do, collects errors and counts, then rolls back. */
async function rehearse(run: Run, given: readonly string[], faults: Faults): Promise<Sums> {
  let sums: Sums = { toAdd: 0, toChange: 0, unchanged: 0 }
  try {
    await run.db.tx(async inside => {
      const work = workOf(run, inside as Gate, given)
      await raiseTimeouts(work.db)
      await fillStage(work, false)
      for (const fault of await findFaults(work)) faults.add(fault.row, [fault])
      if (faults.rows) await leaveOut(work, faults)
      sums = await counts(work)
      if (isByRow(run.core, run.entity))
        await applyByRow(work, { core: run.core, db: work.db, me: run.db.me, lang: run.order.lang, ip: '', traceId: run.job.id }, faults, progress(run))
      throw new RehearsalRollback()
    })
  } catch (error) {
    if (!(error instanceof RehearsalRollback)) throw error
  }
  return sums
}
