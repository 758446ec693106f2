import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { approveAudits, decideAudits, recomputeAudits, returnAudits } from '../model/actions.ts'
import { graduationAudit, RESULTS, type Result, UNDECIDED } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import { GRADUATION_MESSAGES } from '../model/messages.ts'
import { recompute } from './judge.ts'
import { type Audit, type Batch, batchOf, overBy } from './rows.ts'
import { keepTasks } from './tasks.ts'

/** Within the window of the batch, and not beyond its public notice. */
async function openBatch(db: Db, id: string): Promise<Batch> {
  const batch = await batchOf(db, id)
  if (!isOpen(batch)) throw notOpen(graduationBatch, batch)
  return unclosed(batch)
}
/** Refused once nothing of the batch changes any more. */
export function unclosed(batch: Batch): Batch {
  const over = overBy(batch)
  if (over) throw refusalOf(graduationAudit, 'stage', { name: batch.name, stage: { text: over } })
  return batch
}
const again = handle(recomputeAudits, async ({ db }, { batchId }) => recompute(db, await openBatch(db, batchId), db.visible(graduationAudit).rows()))

/** Nobody is left for the verb: others were faster, or nobody was in this state. */
export const nobody = (what: string) => refusalOf(graduationAudit, 'nobody', { what: { text: what } })
type Named = Audit & { studentName: string }
async function named(db: Db, rows: readonly Audit[]): Promise<Named[]> {
  const found = await db.query<{ id: string; name: string }>(
    sql`select id, name from student where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.studentId)}::uuid[])`,
  )
  const names = new Map(found.map(s => [s.id, s.name]))
  return rows.map(row => ({ ...row, studentName: names.get(row.studentId) ?? '' }))
}
/** GR2: a result against the suggestion needs a reason, a degree somebody who graduates. */
function mustHold({ studentName: name, suggest }: Named, result: Result, reason: string | null | undefined, degree: boolean | null | undefined): void {
  const text = (of: Result | null) => ({ text: of ? RESULTS[of] : '—' })
  if (result !== suggest && !reason?.trim()) throw refusalOf(graduationAudit, 'reasonMissing', { name, result: text(result), suggest: text(suggest) }, 'reason')
  if (degree && result !== 'graduate') throw refusalOf(graduationAudit, 'degreeWithout', { name, result: text(result) }, 'degree')
}
const decide = handle(decideAudits, async ({ db, me }, { batchId, ids, result, degree, reason }) => {
  const batch = await openBatch(db, batchId)
  const chosen = ids?.length ? { id: ids, state: [...UNDECIDED] } : { state: ['open', 'returned'] as const }
  const rows = await named(db, await db.visible(graduationAudit).all({ batchId, ...chosen }, { sort: ['id'] }))
  const made = rows.flatMap(row => {
    const chosenResult = result ?? row.suggest
    if (!chosenResult) return []
    mustHold(row, chosenResult, reason, degree)
    return [
      {
        id: row.id,
        result: chosenResult,
        degree: degree ?? (row.level !== '5' && row.level !== '6' && chosenResult === 'graduate'),
        reason: chosenResult === row.suggest ? null : (reason ?? null),
      },
    ]
  })
  if (!made.length) throw nobody('审核')
  await db.updateMany(
    graduationAudit,
    made.map(m => ({ ...m, resultBy: me.userId, state: 'decided' as const, returnReason: null })),
  )
  await keepTasks(db, batch)
  return { done: made.length }
})
/** The office approves what the colleges decided; what changed its state meanwhile is left out. */
const approve = handle(approveAudits, async ({ db, me }, { batchId, ids, departmentId }) => {
  const batch = unclosed(await batchOf(db, batchId))
  const rows = await db.visible(graduationAudit).all({ batchId, state: 'decided', ...(ids?.length ? { id: ids } : {}), ...(departmentId ? { departmentId } : {}) })
  const done = await db.updateWhere(
    graduationAudit,
    { id: rows.map(r => r.id), state: 'decided' },
    { state: 'approved', approvedAt: new Date().toISOString(), approvedBy: me.userId },
  )
  if (!done.length) throw nobody('审批')
  await keepTasks(db, batch)
  return { done: done.length }
})
const giveBack = handle(returnAudits, async ({ db }, { batchId, ids, reason }) => {
  const batch = unclosed(await batchOf(db, batchId))
  const rows = await db.visible(graduationAudit).all({ batchId, id: ids.flatMap(id => id ?? []), state: ['decided', 'approved'] })
  const done = await db.updateWhere(
    graduationAudit,
    { id: rows.map(r => r.id), state: ['decided', 'approved'] },
    { state: 'returned', returnReason: reason, approvedAt: null, approvedBy: null },
    { returning: ['resultBy'] },
  )
  if (!done.length) throw nobody('退回')
  const told = Map.groupBy(done, r => r.resultBy ?? '')
  await notifyEach(
    db,
    GRADUATION_MESSAGES.returned,
    [...told].map(([to, rows]) => ({
      to: to ? [to] : [],
      values: { batch: batch.name, n: rows.length, reason },
      bizType: 'graduationBatch',
      bizId: batch.id,
      link: '/graduation/audits',
      mobileLink: '/graduation/audits',
    })),
  )
  await keepTasks(db, batch)
  return { done: done.length }
})
export default [again, decide, approve, giveBack]
