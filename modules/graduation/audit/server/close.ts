import sql from 'sql-template-tag'
import { endEmptyClasses } from '#modules/campus/server/api.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { moveStatus, standingsSince } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { closeBatch } from '../model/actions.ts'
import { graduationAudit, type Result } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import { type Audit, type Batch, batchOf, overBy } from './rows.ts'

const QUEUE = 'graduation.close'
/** Students of one transaction: status, row and event commit together. */
const AT_ONCE = 100
const STATUS: Readonly<Record<Exclude<Result, 'extend'>, StudentStatus>> = { graduate: 'graduated', complete: 'completed', incomplete: 'incomplete' }

/** GR7: begun by a person once everything is certain; worked off in the background, and gone on with by another process if this one dies. */
const begin = handle(closeBatch, async ({ db, lang, refuse }, { id }) => {
  await db.visible(graduationBatch).one(id)
  const batch = await db.unscoped(graduationBatch).lock(id) // found in scope just before
  const over = overBy(batch)
  if (over) refuse('running', { name: batch.name, stage: translate(lang, over) })
  if (batch.certDate > today()) refuse('early', { certDate: batch.certDate })
  const rows = db.unscoped(graduationAudit) // of the whole batch
  const done = await rows.count({ batchId: id })
  const count = done - (await rows.count({ batchId: id, state: ['confirmed', 'closed'] }))
  if (count) refuse('open', { count })
  await db.update(graduationBatch, id, { stage: 'closing' })
  await enqueueTask(db, QUEUE, id, {})
  return { done }
})
/** Closes the studies of these students. A result holds from the day of the certificate, or, where the student's standing has changed since, from that change. */
async function close(db: Db, rows: readonly Audit[], { id: changeId, name: source, certDate }: Batch): Promise<void> {
  const since = await standingsSince(
    db,
    rows.map(r => r.studentId),
  )
  const dated = rows.map(row => ({ ...row, on: [certDate, since.get(row.studentId) ?? certDate].sort()[1] as string }))
  for (const { studentId, result, on: effectiveDate } of dated)
    if (result && result !== 'extend') await moveStatus(db, { studentId, to: STATUS[result], effectiveDate, changeId, source })
  await db.updateMany(
    graduationAudit,
    dated.map(({ id, on }) => ({ id, state: 'closed', closedOn: on })),
  )
}
/** Closes the next students of a batch, each once: whoever comes second finds the rows closed. Returns whether there were any. */
async function closeSome(db: Db, batch: Batch): Promise<boolean> {
  return db.tx(async tx => {
    const audits = tx.unscoped(graduationAudit) // the task acts on the whole batch
    const rows = await audits.all({ batchId: batch.id, state: 'confirmed' }, { sort: ['id'], limit: AT_ONCE })
    const open = (await audits.lockAll(rows.map(r => r.id))).filter(r => r.state === 'confirmed')
    await close(tx, open, batch)
    const studentIds = open.filter(r => r.result === 'graduate').map(r => r.studentId)
    if (studentIds.length) await tx.emit('student.graduated', { batchId: batch.id, studentIds })
    return rows.length > 0
  })
}
/** Ends the classes that nobody is in any more, and with them who counsels and heads them. */
async function endClasses(db: Db, { id }: Batch): Promise<void> {
  const classes = await db.query<{ id: string }>(
    sql`select distinct class_id as id from graduation_audit where tenant_id = ${db.me.tenantId} and batch_id = ${id} and class_id is not null and result <> 'extend'`,
  )
  await endEmptyClasses(
    db,
    classes.map(c => c.id),
  )
}
export default [
  begin,
  backgroundTask(QUEUE, {
    atOnce: 1,
    async run(db, { id, signal }) {
      const batch = await batchOf(db, id)
      while (await closeSome(db, batch)) signal.throwIfAborted()
      return async tx => {
        await endClasses(tx, batch)
        await tx.update(graduationBatch, id, { stage: 'closed', closedAt: new Date().toISOString() })
      }
    },
    failed: (tx, { id }) => tx.updateWhere(graduationBatch, { id, stage: 'closing' }, { stage: 'publicised' }),
  }),
]
