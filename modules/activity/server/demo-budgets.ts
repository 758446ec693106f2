import type { Row } from '#model'
import { availableOf, society } from '#modules/society/model/society.ts'
import { spendFund } from '#modules/society/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type BudgetLine, plannedOf } from '../model/budget.ts'
import { activityClosing, activityCost } from '../model/closing.ts'
import { closingSubject } from '../model/closing-flow.ts'
import { fundSourceOf, holdBudget } from './budgets.ts'

const budgetOf = (source: BudgetLine['source']): BudgetLine[] => [
  { item: '海报和横幅', quantity: 2, price: 15_00, source },
  { item: '饮用水', quantity: 3, price: 24_00, source: 'other' },
]
/** Costs in percent of the first line of the budget: within it, and so far beyond it that it has to be approved. */
const [WITHIN, BEYOND] = [80, 150]
/** Some activities to come have a budget; of those that are over one is closed, and one waits for its advisor because it cost too much. */
export async function makeBudgets(db: Db): Promise<void> {
  const checker = await demoAccount(db, 'teacher')
  const to = await db
    .unscoped(activity)
    .all({ state: 'approved', organiserType: 'society', enrolWay: 'first', 'startAt.ge': new Date().toISOString() }, { sort: ['startAt'], limit: 4 }) // demo data
  for (const of of to) await plan(db, of)
  const [closed, over] = await db.unscoped(activity).all({ state: 'settled', organiserType: 'society' }, { sort: ['-startAt'], limit: 2 }) // as above
  if (closed && checker) await approved(db, await plan(db, closed), checker.id)
  if (!over) return
  const of = await plan(db, over)
  const row = await close(db, of, BEYOND, 'pending')
  await submit({ db, me: db.me, lang: 'zh-cn' }, closingSubject, row)
}
/** From the fund as far as it has the money. */
async function plan(db: Db, of: Activity): Promise<Activity> {
  const fund = await db.unscoped(society).one(of.societyId ?? '') // demo data
  const budget = budgetOf(availableOf(fund) >= 90_00 ? 'society' : 'other')
  const row = await db.update(activity, of.id, { budget, budgetSum: plannedOf(budget) })
  await holdBudget(db, row)
  return row
}
type Closing = Row<typeof activityClosing>
/** What was spent, with a receipt, and its closing. */
async function close(db: Db, of: Activity, percent: number, state: 'pending' | 'approved'): Promise<Closing> {
  for (const [at, { item, source, quantity, price }] of budgetOf(plannedOf(of.budget, 'society') ? 'society' : 'other').entries()) {
    const amount = at ? quantity * price : (quantity * price * percent) / 100
    const id = uuidv7()
    const words = `<rect width="480" height="300" fill="#fffdf5"/><text x="40" y="90" font-size="30">收据</text><text x="40" y="160" font-size="24">${item}</text>`
    const file = { name: `收据${at + 1}.jpg`, content: await drawn(480, 300, words), field: 'vouchers', ownerId: of.applicantId }
    const vouchers = [await demoFile(db, activityCost, id, file)]
    await db.insert(activityCost, { id, activityId: of.id, line: at + 1, item, source, amount, vouchers, makerId: of.applicantId })
  }
  const spent = (await db.unscoped(activityCost).all({ activityId: of.id })).reduce((sum, c) => sum + c.amount, 0) // demo data
  const note = state === 'pending' ? '来的人比预计多，临时加印了海报。' : null
  return db.insert(activityClosing, { activityId: of.id, societyId: of.societyId, applicantId: of.applicantId, planned: of.budgetSum, spent, isOver: percent > 110, note, state })
}
async function approved(db: Db, of: Activity, checkerId: string): Promise<void> {
  const { spent } = await close(db, of, WITHIN, 'approved')
  const paid = await db.unscoped(activityCost).all({ activityId: of.id, source: 'society' }) // demo data
  const spents = paid.map(({ id, item, amount }) => ({ sourceType: activityCost.name, sourceId: id, amount, about: `${of.title}：${item}` }))
  if (of.societyId) await spendFund(db, of.societyId, fundSourceOf(of), spents, { makerId: of.applicantId, checkerId })
  await db.update(activity, of.id, { cost: spent })
}
