import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { yuanOf } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { lockFund, spendFund } from '#modules/society/server/api.ts'
import { application, mayReadRow, resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles, dropFiles } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { type Activity, activity } from '../model/activity.ts'
import { linesOf, plannedOf } from '../model/budget.ts'
import { type ActivityCost, activityClosing, activityCost, closeCosts, recloseCosts, recordCost, removeCost, withdrawClosing } from '../model/closing.ts'
import { closingSubject } from '../model/closing-flow.ts'
import { fundSourceOf, holdSpent } from './budgets.ts'
import { costsOf, figuresOf, HELD, hasCosts, isOver, liveOf, ofFund, storedFigures, sumOf } from './cost-sheet.ts'
import { findRun, mayRun, sameOrganiser, wordsOf } from './organisers.ts'
import { reportsOf } from './report.ts'
import { settingsOf } from './settings.ts'

const own = ownRows(activityClosing, 'applicantId')
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(activityClosing, key, values)
}
const refuseCost = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(activityCost, key, values, field)
}
/** The activity, locked, whose expenses may still change: approved, its closing not begun or given back. */
async function lockOpen(ctx: Ctx, id: string): Promise<Activity> {
  await findRun(ctx, id)
  const of = await ctx.db.unscoped(activity).lock(id) // the caller runs it
  if (!hasCosts(of)) refuse('notHeld', { title: of.title })
  const live = await liveOf(ctx.db, id)
  if (live && live.state !== 'returned') refuse(live.state === 'approved' ? 'closed' : 'closing', { title: of.title })
  return of
}
interface Asked {
  line?: number | null | undefined
  item?: string | null | undefined
  source?: ActivityCost['source'] | null | undefined
}
/** A line of the budget says what it is for and who pays. */
function placed(of: Activity, { line, item, source }: Asked): Pick<ActivityCost, 'line' | 'item' | 'source'> {
  if (line) {
    const planned = linesOf(of.budget)[line - 1] ?? refuseCost('noLine', { line }, 'line')
    return { line, item: planned.item, source: planned.source }
  }
  if (!item?.trim() || !source) return refuseCost('unplanned', {}, item?.trim() ? 'source' : 'item')
  if (source === 'society' && !of.societyId) refuseCost('fundOf', {}, 'source')
  return { line: null, item: item.trim(), source }
}
/** 60-AT11: what an organiser left open for long is closed before anything new, so that no hold stays. */
export async function mustHaveClosed(db: Db, of: Parameters<typeof sameOrganiser>[0]): Promise<void> {
  const { blockDays: days } = await settingsOf(db)
  const before = new Date(Date.now() - days * DAY_MS).toISOString()
  const old = await db.unscoped(activity).all({ state: [...HELD], ...sameOrganiser(of), 'endAt.le': before, cost: null, 'budgetSum.ge': 1 }, { sort: ['endAt'] }) // of the same organiser
  const begun = new Set((await db.unscoped(activityClosing).all({ activityId: old.map(a => a.id), state: ['pending'] })).map(c => c.activityId)) // as above
  // nothing is left open of one that was called off before anything was spent
  const spent = new Set((await db.unscoped(activityCost).all({ activityId: old.map(a => a.id) })).map(c => c.activityId)) // as above
  const open = old.find(a => !begun.has(a.id) && (a.state !== 'cancelled' || spent.has(a.id)))
  if (open) throw refusalOf(activity, 'unclosed', { title: open.title, end: schoolTimeText(open.endAt), days })
}
const cases = application<typeof activityClosing>(closingSubject, {
  async describe(db, row) {
    const of = await db.unscoped(activity).one(row.activityId) // of the closing
    const costs = await costsOf(db, of.id)
    const { isOver, spent } = await figuresOf(db, of, costs)
    return {
      applicantId: row.applicantId,
      studentId: null,
      title: { text: '{organiser}结清“{title}”的经费', values: { organiser: (await wordsOf(db, [of]))(of).organiser ?? '', title: of.title } },
      facts: { overrun: isOver ? of.organiserType : 'none', spendsFund: ofFund(costs).length > 0, yuan: yuanOf(spent) },
    }
  },
  link: row => `/activity/closing?id=${row.activityId}`,
  mobileLink: row => `/activity/closing?id=${row.activityId}`,
  /** All at once: what the fund pays leaves it, what is left is free again, and the activity has its cost. */
  async onApproved({ db, me }, row) {
    const of = await db.unscoped(activity).lock(row.activityId) // of the closing
    if (of.cost !== null) return
    if (!hasCosts(of)) refuse('notHeld', { title: of.title })
    const costs = await costsOf(db, of.id)
    const paid = ofFund(costs)
    // 60-SO9: money leaves a fund by two people, whatever steps the school has
    if (paid.some(c => [c.makerId, row.applicantId].includes(me.userId))) refuse('ownCost', { title: of.title })
    if (of.societyId && (paid.length || plannedOf(of.budget, 'society'))) {
      const spent = paid.map(({ id, item, amount }) => ({ sourceType: activityCost.name, sourceId: id, amount, about: `${of.title}：${item}`.slice(0, 100) }))
      await spendFund(db, of.societyId, fundSourceOf(of), spent, { makerId: row.applicantId, checkerId: me.userId })
    }
    await db.update(activityClosing, row.id, { figures: (await reportsOf(db, [of]))(of.id) })
    await db.update(activity, of.id, { cost: sumOf(costs) })
  },
  async onCancelled({ db }, row) {
    const of = await db.unscoped(activity).lock(row.activityId) // of the closing
    if (of.cost === null) return
    if (plannedOf(of.budget, 'society') || ofFund(await costsOf(db, of.id)).length) refuse('posted', { title: of.title })
    await db.update(activity, of.id, { cost: null })
  },
})
export default [
  ...cases,
  /** Vouchers are seen by whoever runs the activity and by who decides. */
  fileReader(activityCost, async (db, id) => {
    const cost = await db.unscoped(activityCost).find({ id }) // who may read it is checked next
    if (!cost) return false
    const caller = { db, me: db.me }
    if (await mayRun(caller, await db.unscoped(activity).one(cost.activityId))) return true // as above
    const closings = await db.unscoped(activityClosing).all({ activityId: cost.activityId }) // as above
    for (const { id: bizId } of closings) if (await mayReadRow(caller, { bizType: activityClosing.name, bizId })) return true
    return false
  }),
  handle(recordCost, async (ctx, { activityId, amount, vouchers, ...asked }) => {
    const of = await lockOpen(ctx, activityId)
    if (!vouchers.length) refuseCost('noVoucher', {}, 'vouchers')
    const row = await ctx.db.insert(activityCost, { activityId, ...placed(of, asked), amount, vouchers, makerId: ctx.me.userId })
    await attachFiles(ctx.db, activityCost, row.id, { vouchers })
    if (of.state === 'cancelled') await holdSpent(ctx.db, of)
    return { id: row.id }
  }),
  handle(removeCost, async (ctx, { id }) => {
    const row = await ctx.db.unscoped(activityCost).find({ id }) // whether the caller runs its activity is checked next
    if (!row) throw notFound()
    const of = await lockOpen(ctx, row.activityId)
    await ctx.db.remove(activityCost, id)
    await dropFiles(ctx.db, activityCost, [id])
    if (of.state === 'cancelled') await holdSpent(ctx.db, of)
  }),
  handle(closeCosts, async (ctx, { activityId, note }) => {
    const { db, me } = ctx
    const of = await lockOpen(ctx, activityId)
    if (!isOver(of)) refuse('notOver', { title: of.title, end: schoolTimeText(of.endAt) })
    if (await liveOf(db, activityId)) refuse('closing', { title: of.title })
    if (of.societyId) await lockFund(db, of.societyId) // ahead of the row that names it
    const row = await db.insert(activityClosing, {
      activityId,
      societyId: of.societyId,
      orgId: of.orgId,
      applicantId: me.userId,
      ...(await storedFigures(db, of)),
      note: note ?? null,
      state: 'pending',
    })
    await submit(ctx, closingSubject, row)
    return { state: (await own.find(ctx, row.id)).state }
  }),
  handle(recloseCosts, async (ctx, { id, note }) => {
    const of = await lockOpen(ctx, (await own.find(ctx, id)).activityId)
    await own.lock(ctx, id, 'resubmit')
    await resubmit(ctx, closingSubject, await ctx.db.update(activityClosing, id, { note: note ?? null, ...(await storedFigures(ctx.db, of)) }))
  }),
  handle(withdrawClosing, async (ctx, { id }) => {
    await own.lock(ctx, id, 'withdraw')
    await withdraw(ctx, { bizType: activityClosing.name, bizId: id })
  }),
]
