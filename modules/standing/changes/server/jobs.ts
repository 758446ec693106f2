import sql, { join, type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { officersOf, staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { deadlines, inTurn, whenDue } from '#server/deadlines/deadlines.ts'
import { phraseOf, phraseValues } from '#server/i18n/wording.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { REMIND_DAYS, statusChange } from '../model/status-change.ts'
import { takeEffect } from './effect.ts'
import { aboutChange, everybody, peopleOf, staffLink } from './notify.ts'
import type { Change } from './target.ts'

const MOST = 500
/** 30-SC3: takes effect of what is due; whoever holds one at this moment settles it. What is refused is shown and told once, and tried again. */
export async function effectDue(db: Db, on = today()): Promise<number> {
  // those that were refused come last, so that they keep no place in a run that others wait for
  const due = await db.query<{ id: string }>(sql`select id from status_change where tenant_id = ${db.me.tenantId} and effect_state = 'scheduled' and effective_date <= ${on}::date
    order by problem is not null, effective_date, id limit ${MOST}`)
  await effectOf(
    db,
    due.map(row => row.id),
  )
  return due.length
}
/** Takes effect of these, each in a transaction of its own; those that have it already stay as they are. */
export const effectOf = (db: Db, ids: readonly string[]): Promise<void> =>
  eachApart(ids, id =>
    db
      .tx(tx => takeEffect({ db: tx, me: tx.me, lang: 'zh-cn' }, id))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return db.tx(tx => note(tx, id, error))
      }),
  )
async function note(db: Db, id: string, { issues }: Refusal): Promise<void> {
  const row = await db.unscoped(statusChange).lock(id) // the clock acts on all rows
  if (row.effectState !== 'scheduled' || row.problem) return
  const reason = phraseOf(issues)
  const after = await db.update(statusChange, id, phraseValues(row, 'problem', reason, 300))
  const [concerning] = await peopleOf(db, [after])
  if (!concerning) return
  const to = await officersOf(db)
  await notifyAbout(db, CHANGE_MESSAGES.stuck, aboutChange, [{ row: after, who: concerning.who, to, more: { reason }, link: staffLink(after) }])
}
interface Reached {
  id: string
  mark: string
}
/** The last mark that has been reached, by how many days are left. */
const markOf = (left: Sql): Sql =>
  sql`case when ${left} < 0 then 'over' ${join(
    REMIND_DAYS.toReversed().map(days => sql`when ${left} <= ${days}::int then ${String(days)}`),
    ' ',
  )} end`
/** 30-SC4: reminds 60, 30 and 7 days before a period ends, once each; what has ended without an application is listed and told to those responsible. */
export async function watchPeriods(db: Db, on = today()): Promise<number> {
  const mark = markOf(sql`(c.until - ${on}::date)`)
  const reached = await db.query<Reached>(sql`select c.id, ${mark} as mark from status_change c
    where c.tenant_id = ${db.me.tenantId} and c.period = 'running' and c.until <= ${on}::date + ${REMIND_DAYS[0]}::int and (c.until < ${on}::date or c.told is distinct from ${mark})
      and not exists (select 1 from status_change o where o.tenant_id = c.tenant_id and o.student_id = c.student_id and (o.state in ('pending', 'returned', 'publicised') or o.effect_state = 'scheduled'))
    order by c.until, c.id limit ${MOST} for update of c skip locked`)
  const marked = reached.map(({ id, mark: told }) => ({ id, told, period: told === 'over' ? ('over' as const) : ('running' as const) }))
  await db.updateMany(statusChange, marked)
  const idsOf = (period: 'over' | 'running') => marked.flatMap(row => (row.period === period ? row.id : []))
  await remind(db, idsOf('running'), on)
  await tellOver(db, idsOf('over'))
  return reached.length
}
async function remind(db: Db, ids: readonly string[], on: string): Promise<void> {
  if (!ids.length) return
  const rows = await peopleOf(db, await db.unscoped(statusChange).all({ id: [...ids] })) // the clock acts on all rows
  await notifyAbout(
    db,
    CHANGE_MESSAGES.periodEnds,
    aboutChange,
    rows.map(c => ({ row: c.row, who: c.who, to: everybody(c), more: { days: daysBetween(on, c.row.until ?? on) } })),
  )
}
async function tellOver(db: Db, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  const rows = await peopleOf(db, await db.unscoped(statusChange).all({ id: [...ids] })) // the clock acts on all rows
  const colleges = await staffOfAll(
    db,
    rows.map(c => c.who),
    'college',
  )
  await notifyAbout(
    db,
    CHANGE_MESSAGES.periodOver,
    aboutChange,
    rows.map((c, n) => ({ row: c.row, who: c.who, to: [...new Set([...everybody(c), ...(colleges[n] ?? [])])] })),
  )
}
const effects = scheduledJob('standing.effect', '学籍异动生效', '*/10 * * * *', db => effectDue(db), {
  isWhole: false,
  due: `select from status_change where tenant_id = $1 and effect_state = 'scheduled' and effective_date <= current_date + 1`,
})
const periods = scheduledJob('standing.periods', '休学和保留期满提醒', '0 8 * * *', db => watchPeriods(db))
const MONTH = 30 * DAY_MS
const tellFiling = (event: 'filingDue' | 'filingOver') => async (db: Db, rows: readonly Change[]) => {
  const [people, to] = [await peopleOf(db, rows), await officersOf(db)]
  await notifyAbout(
    db,
    CHANGE_MESSAGES[event],
    aboutChange,
    people.map(({ row, who }) => ({ row, who, to, more: { due: schoolDate(Date.parse(row.filingDueAt ?? '')) }, link: staffLink(row) })),
  )
}
/** A transfer between schools is filed with the province in time: the office is told a month before the last day, and after it. */
export const watchFilings = inTurn(
  whenDue(statusChange, {
    when: `t.effect_state = 'effective' and t.filed_on is null and t.filing_told is null`,
    ...{ at: 'filingDueAt', before: MONTH, set: { filingTold: 'soon' }, act: tellFiling('filingDue') },
  }),
  whenDue(statusChange, {
    when: `t.effect_state = 'effective' and t.filed_on is null and t.filing_told = 'soon'`,
    ...{ at: 'filingDueAt', set: { filingTold: 'over' }, act: tellFiling('filingOver') },
  }),
)
const filings = deadlines('standing.filings', '转学备案提醒', '20 8 * * *', [watchFilings])
export default [effects, periods, filings]
