import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleAnswers } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { billLine } from '../../bills/model/bill-line.ts'
import { handIn, lockLines } from '../../bills/server/api.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { priceFor } from '../../prices/server/api.ts'
import { optionalChoice, optionalOffer, ownChoices } from '../model/offer.ts'
import { sourceOf } from '../model/source.ts'

type Offer = Row<typeof optionalOffer>
const itemOf = async (db: Db, { itemId }: Offer): Promise<Row<typeof chargeItem>> => db.unscoped(chargeItem).one(itemId) // published items
/** The student's line of the offer's item and year, its row locked. */
async function lineOf(db: Db, offer: Offer, who: StudentOf) {
  const found = await db.unscoped(billLine).find(sourceOf(offer, who.id)) // the caller's own
  return found && (await lockLines(db, [found.id])).get(found.id)
}
/** Opens the line of whoever wants the item, at the standard that holds for them, or withdraws it. */
async function follow(db: Db, who: StudentOf, offer: Offer, isWanted: boolean): Promise<void> {
  const [item, price] = [await itemOf(db, offer), await priceFor(db, who.id, offer.itemId, offer.xn ?? '')]
  const isLate = offer.dueDate < today()
  const explain = price ? { standardId: price.id, price: price.amount, matched: formatWording('zh-cn', price.matched) } : {}
  const of = { ...sourceOf(offer, who.id), payer: { type: 'student' as const, id: who.id, name: who.name }, item: item.code, xn: offer.xn ?? '' }
  await handIn(db, [{ ...of, ...(offer.xqM ? { xqM: offer.xqM } : {}), amount: isWanted ? (price?.amount ?? 0) : 0, dueDate: isLate ? today() : offer.dueDate, explain }])
}
/** 40-F3: nobody owes an optional item who has not chosen it; it can be left again while nothing is paid. */
export default handleAnswers(optionalOffer, optionalChoice, ownChoices, {
  async check({ db }, { who, round, form, before }) {
    const [item, line] = [await itemOf(db, round), await lineOf(db, round, who)]
    const isChosen = before?.wish === 'yes'
    const xn = round.xn ?? ''
    if (form.wish === 'no') {
      if (isChosen && line && line.owed < line.charged) throw refusalOf(optionalChoice, 'paid', { item: item.name, paid: yuanText(line.charged - line.owed) }, 'wish')
      return
    }
    if (isChosen) return
    if (line && line.charged > 0) throw refusalOf(optionalChoice, 'billed', { item: item.name, xn }, 'wish')
    const price = await priceFor(db, who.id, round.itemId, xn)
    if (!price) throw refusalOf(optionalChoice, 'noPrice', { item: item.name, xn }, 'wish')
    if (price.amount !== form.amount) throw refusalOf(optionalChoice, 'moved', { item: item.name, amount: yuanText(price.amount), shown: yuanText(form.amount ?? 0) }, 'amount')
  },
  columns: ({ form, before }) => ({
    amount: form.wish === 'no' ? null : before?.wish === 'yes' ? before.amount : (form.amount ?? null),
    chosenAt: new Date().toISOString(),
  }),
  async answered({ db }, { who, round, form, before }) {
    if (form.wish !== (before?.wish ?? 'no')) await follow(db, who, round, form.wish === 'yes')
  },
  async mine({ db, lang }, who) {
    const items = await db.cached(chargeItem)
    return async ({ round }) => {
      const price = await priceFor(db, who.id, round.itemId, round.xn ?? '')
      return { item: items.get(round.itemId)?.name ?? '', price: price?.amount ?? null, matched: price ? formatWording(lang, price.matched) : null }
    }
  },
})
