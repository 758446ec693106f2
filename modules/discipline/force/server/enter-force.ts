import sql from 'sql-template-tag'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { endsStudies } from '../../cases/model/levels.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { caseOf, changePunishment, decisionServed, type Punishment, settingsOf, termsOf } from '../../cases/server/api.ts'

/** Registers why an execution waits: an appeal that is not decided. Answers the ids of those that do. */
interface ExecutionHold extends Registration {
  kind: 'executionHold'
  name: string
  find(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>>
}
export const executionHolds = extensionPoint<ExecutionHold>('executionHold', { id: h => h.name })

/** The period runs from the day of service; others hear of it. */
async function enter(db: Db, row: Punishment): Promise<void> {
  if (row.state !== 'served' || endsStudies({ measure: row.measure, level: row.decidedLevel })) return
  if (!row.servedOn || row.servedOn > today()) return
  const { id, studentId, decidedLevel: level, periodStart: from, periodEnd: to } = await changePunishment(db, row.id, { state: 'inForce' })
  await db.emit('discipline.effective', { punishmentId: id, studentId, level, from, to })
}
/** 50-PN11: what ends somebody's studies is executed after the time of appeal, or once an appeal upheld it; the student record hears of it. */
export async function execute(db: Db, row: Punishment): Promise<void> {
  const { id, studentId, measure, documentNo } = await changePunishment(db, row.id, { state: 'executed', dueOn: null })
  await db.emit('discipline.executed', { punishmentId: id, studentId, measure: measure === 'punishment' ? 'expulsion' : measure, on: today(), documentNo })
}
async function held(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const all = new Set<string>()
  for (const { find } of db.registered(executionHolds)) for (const id of await find(db, ids)) all.add(id)
  return all
}
const MOST = 500
/** What the day brings: decisions by public notice count as served, and expulsions whose time of appeal is over are executed. */
export async function followServed(db: Db, day = today()): Promise<number> {
  const { waitsForAppeal } = await settingsOf(db)
  const due = await db.query<{ id: string }>(sql`select id from punishment where tenant_id = ${db.me.tenantId} and state = 'served' and served_on <= ${day}::date
    order by served_on, id limit ${MOST} for update skip locked`)
  const rows = await db.unscoped(punishment).all({ id: due.map(d => d.id) }) // the clock acts on all rows
  const waits = await held(
    db,
    rows.map(r => r.id),
  )
  for (const row of rows) {
    if (!endsStudies({ measure: row.measure, level: row.decidedLevel })) await enter(db, row)
    else if (!waits.has(row.id) && !row.isExecutionSuspended && (!waitsForAppeal || (row.appealDueOn && row.appealDueOn < day))) await execute(db, row)
  }
  return rows.length
}
const AWAY: readonly string[] = ['suspended', 'retained']
/** 50-PN1: while studies are suspended the period stands still; its end moves by as many days. */
const pause = on('student.statusChanged', 'discipline.pause', async ({ db }, { studentId, to, effectiveDate }) => {
  if (typeof studentId !== 'string') return
  const day = typeof effectiveDate === 'string' ? effectiveDate : today()
  const rows = await db.unscoped(punishment).all({ studentId, state: ['inForce', 'liftPending'] }) // of the student of the event
  for (const row of rows) {
    const { pauses } = await termsOf(db, await caseOf(db, row))
    if (AWAY.includes(String(to)) && pauses && !row.pausedOn) await db.update(punishment, row.id, { pausedOn: day })
    if (!AWAY.includes(String(to)) && row.pausedOn && row.periodEnd)
      await db.update(punishment, row.id, { pausedOn: null, periodEnd: addDays(row.periodEnd, Math.max(0, daysBetween(row.pausedOn, day))) })
  }
})
export default [decisionServed.make({ name: 'force', run: enter }), pause, scheduledJob('discipline.force', '处分生效和执行', '10 0 * * *', db => followServed(db))]
