import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { monthOf } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { aboutPunishment, MINE, ownPunishments, partyOf, staffFor } from '../../cases/server/api.ts'
import { commentReport, makeReport, observationReport } from '../model/lift.ts'
import { LIFT_MESSAGES } from '../model/messages.ts'

const wrong = (key: string, values: Record<string, unknown> = {}) => refusalOf(observationReport, key, values, 'month')
const make = handle(makeReport, async (ctx, { punishmentId, month, text }) => {
  const row = await ownPunishments.lock(ctx, punishmentId)
  const [from, to] = [monthOf(row.periodStart ?? today()), monthOf(today())]
  if (row.decidedLevel !== 'probation' || (row.state !== 'inForce' && row.state !== 'liftPending')) throw wrong('level')
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || month < from || month > to) throw wrong('month', { month, from, to })
  const made = await ctx.db.insertOrSkip(observationReport, { punishmentId, studentId: row.studentId, month, text })
  if (!made) throw wrong('twice', { month })
})
const comment = handle(commentReport, async ({ db }, { id, comment: counsellorComment, rating }) => {
  await db.visible(observationReport).lock(id)
  await db.update(observationReport, id, { counsellorComment, rating })
})
export const endingTodos = rowTodos(punishment, aboutPunishment, {
  lift: { text: '{name}的处分 {due} 期满，请准备解除', while: p => p.state === 'inForce', link: () => MINE, message: LIFT_MESSAGES.ending },
})
const MOST = 500
/** 50-PN12: some days before the end student and counsellor get it as a to-do, once for each end. */
export async function remindEnding(db: Db, on = today()): Promise<number> {
  const due = await db.query<{
    id: string
    mark: string
  }>(sql`select p.id, 'end:' || p.period_end as mark from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.tenant_id = ${db.me.tenantId} and p.state = 'inForce' and p.paused_on is null and p.period_end - coalesce((c.terms->>'askDays')::int, 30) <= ${on}::date
      and p.due_on is null and p.told is distinct from 'end:' || p.period_end order by p.period_end, p.id limit ${MOST} for update of p skip locked`)
  for (const { id, mark } of due) {
    const row = await db.update(punishment, id, { told: mark })
    const who = await partyOf(db, row)
    const more = { due: row.periodEnd ?? '' }
    await endingTodos.open(db, 'lift', [
      { row, who, more },
      { row, who, to: await staffFor(db, row), more, link: '/discipline/lifts' },
    ])
  }
  return due.length
}
/** The clock of the appeal is over: the board shows it no more. */
async function clearDue(db: Db, on = today()): Promise<number> {
  const done = await db.updateWhere(
    punishment,
    sql`t.state in ('inForce', 'liftPending', 'lifted') and t.due_on < ${on}::date`,
    { dueOn: null },
    { returning: ['id'], bookkeeping: true },
  )
  return done.length
}
export default [make, comment, scheduledJob('discipline.endings', '处分期满提醒', '20 0 * * *', async db => (await clearDue(db)) + (await remindEnding(db)))]
