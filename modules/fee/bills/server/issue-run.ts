import sql from 'sql-template-tag'
import type { Row } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { backgroundTask, enqueueTask, type Task } from '#server/jobs/background-task.ts'
import { billLine, STANDARD } from '../model/bill-line.ts'
import { billRun, billRunLine } from '../model/bill-run.ts'
import { issueRun, resumeRun, runProgress, undoRun } from '../model/run-actions.ts'
import { checkAsked, openLines, plannedLines, type Sum, sourceSeqOf, sumOf, wordsOf } from './plan.ts'
import { settingsOf } from './settings.ts'
import { changeCharges, lockLines } from './settle.ts'

const QUEUE = 'fee.issue'
const NOTHING: Sum = { digest: '', payers: 0, count: 0, sum: 0 }
/** Payers of a portion: one transaction, so that whoever pays meanwhile waits for little. */
const PAYERS_AT_ONCE = 500
type Run = Row<typeof billRun>

/** 40-F4: the plan of the run is written with it, after its digest was compared; it is worked off in the background. */
const issue = handle(issueRun, async ({ db, refuse }, { dueDate, digest, ...asked }) => {
  const year = await checkAsked(db, asked)
  if (dueDate < year.from || dueDate > year.to) refuse('due', { dueDate, xn: asked.xn, ...year }, 'dueDate')
  const open = openLines(db, asked, await plannedLines(db, asked))
  const { id } = await db.insert(billRun, { ...asked, xqM: asked.xqM ?? null, dueDate, digest })
  const columns = { runId: sql`${id}::uuid`, studentId: sql`o.student_id`, itemId: sql`o.item_id`, standardId: sql`o.standard_id`, amount: sql`o.amount` }
  await db.insertFrom(billRunLine, columns, sql`${open} o`, { history: false })
  // what was written is compared, so that nothing changes between
  const written = sql`(select student_id, item_id, amount from bill_run_line where tenant_id = ${db.me.tenantId} and run_id = ${id})`
  const [{ digest: now, payers, count, sum } = NOTHING] = await db.query<Sum>(sumOf(written))
  if (!count) refuse('nothing', {})
  if (now !== digest) refuse('stale', { nowCount: count, now: yuanText(sum) }, 'digest')
  await db.update(billRun, id, { payers, lines: count, total: sum })
  await enqueueTask(db, QUEUE, id, {})
  return { id }
})
interface Planned {
  id: string
  studentId: string
  itemId: string
  standardId: string | null
  amount: number
  name: string
}
const nextOf = (db: Db, runId: string): Promise<Planned[]> =>
  db.query<Planned>(sql`select l.id, l.student_id as "studentId", l.item_id as "itemId", l.standard_id as "standardId", l.amount::float8 as amount, s.name from bill_run_line l
    join student s on s.tenant_id = l.tenant_id and s.id = l.student_id where l.tenant_id = ${db.me.tenantId} and l.run_id = ${runId} and not l.is_done
      and l.student_id in (select distinct student_id from bill_run_line where tenant_id = ${db.me.tenantId} and run_id = ${runId} and not is_done order by student_id limit ${PAYERS_AT_ONCE})
    order by l.student_id`)
/** Bills the next payers: lines that another run has charged meanwhile are left as they are. Returns how many lines were worked off. */
async function portion(db: Db, run: Run): Promise<number> {
  return db.tx(async tx => {
    const planned = await nextOf(tx, run.id)
    if (!planned.length) return 0
    const words = await wordsOf(
      tx,
      planned.map(p => p.standardId),
    )
    const sourceSeq = sourceSeqOf({ xn: run.xn, xqM: run.xqM })
    await tx.insertMany(
      billLine,
      planned.map(({ studentId, itemId, standardId, amount, name }) => ({
        ...{ payerType: 'student' as const, payerId: studentId, studentId, payerName: name, itemId, xn: run.xn, xqM: run.xqM, dueDate: run.dueDate },
        ...{ sourceType: STANDARD, sourceId: `${studentId}:${itemId}`, sourceSeq },
        explain: { ...(standardId ? { standardId } : {}), price: amount, matched: formatWording('zh-cn', words.get(standardId ?? '') ?? '') },
      })),
      { skipExisting: true, history: false },
    )
    const lines = await tx.query<{ id: string; sourceId: string; charged: number }>(sql`select id, source_id as "sourceId", charged::float8 as charged from bill_line
      where tenant_id = ${tx.me.tenantId} and source_type = ${STANDARD} and source_seq = ${sourceSeq} and source_id = any(${planned.map(p => `${p.studentId}:${p.itemId}`)}::text[]) order by id for no key update`)
    const amounts = new Map(planned.map(p => [`${p.studentId}:${p.itemId}`, p.amount]))
    const fresh = lines.filter(line => line.charged === 0)
    await changeCharges(
      tx,
      { sourceType: 'billRun', sourceId: `${run.id}:${planned[0]?.studentId}` },
      fresh.map(line => ({ lineId: line.id, kind: 'charge' as const, amount: amounts.get(line.sourceId) ?? 0 })),
    )
    await tx.updateWhere(billLine, { id: fresh.map(line => line.id), 'closedAt.isNull': false }, { closedAt: null }, { history: false }) // taken back before, and due again
    const issued = new Set(fresh.map(line => line.id))
    const ids = new Map(lines.map(line => [line.sourceId, line.id]))
    await tx.updateMany(
      billRunLine,
      planned.map(p => {
        const lineId = ids.get(`${p.studentId}:${p.itemId}`) ?? ''
        return { id: p.id, isDone: true, lineId: issued.has(lineId) ? lineId : null }
      }),
      { bookkeeping: true },
    )
    await tx.updateWhere(billRun, { id: run.id }, { done: sql`done + ${planned.length}` }, { bookkeeping: true })
    const payers = Map.groupBy(fresh, line => line.sourceId.slice(0, 36))
    await tx.emitMany(
      'fee.billIssued',
      [...payers].map(([payerId, of]) => ({ payerId, lineIds: of.map(line => line.id) })),
    )
    return planned.length
  })
}
async function work(db: Db, task: Task<{ undo?: true }>) {
  const run = await db.unscoped(billRun).one(task.id) // the background task of this run
  const step = task.payload.undo ? undoPortion : portion
  while (await step(db, run)) task.signal.throwIfAborted()
  return (tx: Db) => tx.updateWhere(billRun, { id: run.id, state: 'running' }, { state: 'done' })
}
/** 40-F4: takes a run back within some minutes while nobody has paid; who pays at this moment keeps the line. */
const undo = handle(undoRun, async ({ db, refuse }, { id }) => {
  const run = await db.visible(billRun).lock(id, 'undo')
  const minutes = (await settingsOf(db)).undoMinutes
  const [paid] = await db.query<{ count: number }>(sql`select count(*)::int as count from bill_run_line r join bill_line l on l.tenant_id = r.tenant_id and l.id = r.line_id
    where r.tenant_id = ${db.me.tenantId} and r.run_id = ${id} and l.owed < l.charged`)
  if (Date.parse(run.createdAt) + minutes * MINUTE_MS < Date.now()) refuse('undoLate', { minutes })
  if (paid?.count) refuse('undoPaid', { count: paid.count })
  await db.update(billRun, id, { state: 'undone' })
  await enqueueTask(db, QUEUE, id, { undo: true })
  return { lines: run.lines }
})
/** Charges back what the next lines of a run were charged, and closes them. Returns how many were looked at. */
async function undoPortion(db: Db, run: Run): Promise<number> {
  return db.tx(async tx => {
    const next = await tx.query<{ id: string; lineId: string }>(sql`select id, line_id as "lineId" from bill_run_line
      where tenant_id = ${tx.me.tenantId} and run_id = ${run.id} and is_done and line_id is not null order by line_id limit ${PAYERS_AT_ONCE * 4}`)
    if (!next.length) return 0
    const lines = await lockLines(
      tx,
      next.map(n => n.lineId),
    )
    const unpaid = [...lines.values()].filter(line => line.owed === line.charged && line.charged > 0)
    const reason = '撤销出账'
    await changeCharges(
      tx,
      { sourceType: 'billRunUndo', sourceId: `${run.id}:${next[0]?.lineId}`, reason },
      unpaid.map(line => ({ lineId: line.id, kind: 'charge' as const, amount: -line.charged })),
    )
    await tx.updateWhere(billLine, { id: unpaid.map(line => line.id) }, { closedAt: today() }, { history: false })
    await tx.emitMany(
      'fee.lineClosed',
      unpaid.map(({ id, sourceType, sourceId, studentId }) => ({ lineId: id, sourceType, sourceId, studentId })),
    )
    await tx.updateWhere(billRunLine, { id: next.map(n => n.id) }, { lineId: null }, { bookkeeping: true })
    return next.length
  })
}
const resume = handle(resumeRun, async ({ db }, { id }) => {
  await db.visible(billRun).lock(id, 'resume')
  await db.update(billRun, id, { state: 'running', note: null })
  await enqueueTask(db, QUEUE, id, {})
})
const progress = handle(runProgress, async ({ db }, { id }) => {
  const { state, done, lines, total, note } = await db.visible(billRun).one(id)
  return { state, done, lines, total, note }
})
export default [
  issue,
  undo,
  resume,
  progress,
  backgroundTask(QUEUE, {
    atOnce: 1,
    run: work,
    failed: (tx, { id }, error) =>
      tx.updateWhere(billRun, { id, state: 'running' }, { state: 'failed', note: error instanceof Error ? error.message.slice(0, 300) : '' }, { history: false }),
  }),
]
