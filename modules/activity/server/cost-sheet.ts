import sql from 'sql-template-tag'
import { casesOf, readableRow } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { amountOf, linesOf, plannedOf, purses } from '../model/budget.ts'
import { type ActivityCost, activityClosing, activityCost, CLOSING, type Closing, closingCard, closingStates, costSheet } from '../model/closing.ts'
import { findRun, wordsOf } from './organisers.ts'
import { reportsOf, saidOf } from './report.ts'
import { settingsOf } from './settings.ts'

/** States in which an activity has costs. */
export const HELD = ['approved', 'settled', 'cancelled'] as const
export const hasCosts = ({ state }: Pick<Activity, 'state'>): boolean => HELD.some(s => s === state)
/** One that was called off is over at once: what had been spent by then is still paid. */
export const isOver = ({ state, endAt }: Pick<Activity, 'state' | 'endAt'>): boolean => state === 'cancelled' || Date.parse(endAt) <= Date.now()
/** Whether its costs may be closed, or are. */
export const mayClose = (of: Pick<Activity, 'state' | 'endAt'>): boolean => hasCosts(of) && isOver(of)
export const costsOf = async (db: Db, activityId: string): Promise<ActivityCost[]> =>
  (await db.unscoped(activityCost).all({ activityId })).toSorted((a, b) => (a.id < b.id ? -1 : 1)) // of an activity the caller checked
export const sumOf = (costs: readonly ActivityCost[]): number => costs.reduce((sum, c) => sum + c.amount, 0)
export const ofFund = (costs: readonly ActivityCost[]): ActivityCost[] => costs.filter(c => c.source === 'society')
/** The closing that is under way or done. */
export const liveOf = async (db: Db, activityId: string): Promise<Closing | undefined> => (await db.unscoped(activityClosing).all({ activityId, state: [...CLOSING] }))[0] // as above
/** What a closing comes to now. */
export async function figuresOf(db: Db, of: Activity, costs: readonly ActivityCost[]) {
  const { overPercent: percent } = await settingsOf(db)
  const all = purses(of.budget, costs, percent)
  return { percent, purses: all, planned: plannedOf(of.budget), spent: sumOf(costs), isOver: all.some(p => p.isOver) }
}
export async function storedFigures(db: Db, of: Activity): Promise<Pick<Closing, 'planned' | 'spent' | 'isOver'>> {
  const { planned, spent, isOver } = await figuresOf(db, of, await costsOf(db, of.id))
  return { planned, spent, isOver }
}
/** Those who were there, by activity. */
async function presentIn(db: Db, ids: readonly string[]): Promise<(id: string) => number | null> {
  const rows = await db.query<{ id: string; n: number }>(sql`select activity_id as id, count(*)::int as n from activity_enrolment
    where tenant_id = ${db.me.tenantId} and activity_id = any(${[...ids]}::uuid[]) and state in ('present', 'late') group by activity_id`)
  const counts = new Map(rows.map(r => [r.id, r.n]))
  return id => counts.get(id) ?? null
}
const each = (spent: number, present: number | null): number | null => (present ? Math.round(spent / present) : null)
/** Planned and spent: each line of the budget with its expenses, then what lies outside it. */
async function sheetOf(db: Db, of: Activity, costs: readonly ActivityCost[], row: Pick<Closing, 'note' | 'figures'> | undefined) {
  const { percent, purses: all, planned, spent } = await figuresOf(db, of, costs)
  const nameOf = await accountNamer(
    db,
    costs.map(c => c.makerId),
  )
  const shown = ({ id, amount, makerId, vouchers }: ActivityCost) => ({ id, amount, maker: nameOf(makerId), vouchers })
  const lines = linesOf(of.budget).map((l, at) => {
    const mine = costs.filter(c => c.line === at + 1)
    return { line: at + 1, item: l.item, source: l.source, planned: amountOf(l), spent: sumOf(mine), costs: mine.map(shown) }
  })
  const outside = costs.filter(c => c.line === null).map(c => ({ line: null, item: c.item, source: c.source, planned: 0, spent: c.amount, costs: [shown(c)] }))
  const present = (await presentIn(db, [of.id]))(of.id)
  return {
    title: of.title,
    planned,
    spent,
    percent,
    purses: all,
    lines: [...lines, ...outside],
    present,
    perPresent: each(spent, present),
    note: row?.note ?? null,
    figures: row?.figures ?? (await reportsOf(db, [of]))(of.id),
  }
}
export default [
  handle(costSheet, async (ctx, { activityId }) => {
    const { db } = ctx
    const of = await findRun(ctx, activityId)
    const live = await liveOf(db, activityId)
    const isMine = live?.applicantId === ctx.me.userId
    const instanceId = live && isMine ? ((await casesOf(db, activityClosing.name, [live.id])).get(live.id)?.instanceId ?? null) : null
    const isOpen = hasCosts(of) && (!live || live.state === 'returned')
    const may = (verb: 'resubmit' | 'withdraw'): boolean => Boolean(live && isMine && closingStates.allows(live, verb))
    return {
      ...(await sheetOf(db, of, await costsOf(db, activityId), live)),
      ...{ closingId: live?.id ?? null, state: live?.state ?? null, instanceId },
      abilities: { record: isOpen, close: !live && mayClose(of), resubmit: may('resubmit'), withdraw: may('withdraw') },
    }
  }),
  handle(closingCard, async (ctx, { id }) => {
    const row = await readableRow(ctx, activityClosing, id)
    const of = await ctx.db.unscoped(activity).one(row.activityId) // of a closing the caller may read
    return { ...(await sheetOf(ctx.db, of, await costsOf(ctx.db, of.id), row)), organiser: (await wordsOf(ctx.db, [of]))(of).organiser }
  }),
  /** Who came and what they said, in words, for the printed report. */
  compute(activityClosing, ['attendance', 'rating'], async ({ db, lang }, rows) => {
    const closings = new Map((await db.unscoped(activityClosing).all({ id: rows.flatMap(r => r.id ?? []) })).map(c => [c.id, c])) // rows the reader has
    const open = await db.unscoped(activity).all({ id: [...closings.values()].flatMap(c => (c.figures ? [] : c.activityId)) }) // as above
    const reportOf = await reportsOf(db, open)
    for (const row of rows) {
      const closing = closings.get(row.id ?? '')
      if (closing) Object.assign(row, saidOf(lang, closing.figures ?? reportOf(closing.activityId)))
    }
  }),
  /** Cost per student who was there. */
  compute(activityClosing, ['present', 'perPresent'], async ({ db }, rows) => {
    const present = await presentIn(
      db,
      rows.flatMap(r => r.activityId ?? []),
    )
    for (const row of rows) {
      const n = present(row.activityId ?? '')
      Object.assign(row, { present: n, perPresent: each(row.spent ?? 0, n) })
    }
  }),
]
