import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { checkConditions } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyGrant } from '../model/grant.ts'
import { subsidyItem, type Tier } from '../model/item.ts'

export type Item = Row<typeof subsidyItem>
/** Items are settings of the school, read whoever asks. */
export const itemOf = (db: Db, id: string): Promise<Item> => db.unscoped(subsidyItem).one(id) // a setting of the school
/** The tiers as they were entered. */
export const tiersOf = ({ tiers }: Pick<Item, 'tiers'>): Tier[] => (tiers ?? []).flatMap(t => t ?? [])
export const tierFor = (item: Pick<Item, 'tiers'>, level: string | null | undefined): number | undefined => tiersOf(item).find(t => t.level === level)?.amount

type Draft = Partial<Item>
async function check(ctx: Ctx, draft: Draft): Promise<void> {
  const { name, effect, mode, fundId, chargeItemId, frequency, urgent, refundsPaid, conditions } = draft
  if (!fundId && (effect === 'payout' || refundsPaid)) throw refusalOf(subsidyItem, 'noFund', { name }, 'fundId')
  if (effect === 'reduceFee' && !chargeItemId) throw refusalOf(subsidyItem, 'noCharge', { name }, 'chargeItemId')
  if (effect === 'reduceFee' && frequency === 'monthly') throw refusalOf(subsidyItem, 'monthlyFee', {}, 'frequency')
  if (urgent && (mode !== 'standing' || frequency === 'monthly')) throw refusalOf(subsidyItem, 'urgentMode', {}, 'urgent')
  if (conditions) await checkConditions(ctx, conditions)
  await checkTiers(ctx.db, draft)
}
async function checkTiers(db: Db, { tiers = null, figure }: Draft): Promise<void> {
  const given = tiersOf({ tiers })
  if (new Set(given.map(t => t.level)).size < given.length) throw refusalOf(subsidyItem, 'tierTwice', {}, 'tiers')
  if (!figure) return
  const { least, most } = await figureOn(db, figure, { scope: 'undergraduate', on: today() })
  const wrong = given.find(t => t.amount < (least ?? 0) || t.amount > (most ?? Number.POSITIVE_INFINITY))
  if (wrong) throw refusalOf(subsidyItem, 'tierBounds', { least: yuanText(least ?? 0), most: yuanText(most ?? 0), amount: yuanText(wrong.amount) }, 'tiers')
}
export default rules(subsidyItem, {
  add: (ctx, draft) => check(ctx, draft),
  update: (ctx, row, patch) => check(ctx, { ...row, ...patch }),
  async remove({ db }, row) {
    const where = { itemId: row.id }
    if ((await db.unscoped(subsidyApplication).count(where)) + (await db.unscoped(subsidyGrant).count(where))) throw refusalOf(subsidyItem, 'used', { name: row.name }) // anybody's keeps it
  },
})
