import { type Row, refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { FEE_BOOKS } from '../../merchants/model/merchant-account.ts'
import { accountOf } from '../../merchants/server/api.ts'
import { chargeItem, NATURES } from '../model/charge-item.ts'

/** The enabled item with this code. */
export const itemOf = (db: Db, code: string): Promise<Row<typeof chargeItem> | undefined> => db.unscoped(chargeItem).find({ code, isEnabled: true }) // published items
type Draft = Partial<Row<typeof chargeItem>>
/** 40-F3: service and agency items are the student's own choice; administrative ones are filed with the price authority. */
function check({ name, nature, filingNo, optional }: Draft): void {
  if (nature === 'administrative' && !filingNo) throw refusalOf(chargeItem, 'filing', { name }, 'filingNo')
  if ((nature === 'service' || nature === 'agency') && !optional) throw refusalOf(chargeItem, 'optional', { name, nature: { text: NATURES[nature] } }, 'optional')
}
/** 40-G6: what an item takes lands in an account of its own book. */
async function checkBook(db: Db, { name, book = 'student', merchantId }: Draft): Promise<void> {
  const merchant = merchantId ? await accountOf(db, merchantId) : undefined
  if (merchant && merchant.book !== book) throw refusalOf(chargeItem, 'book', { name, book: { text: FEE_BOOKS[book] }, merchant: merchant.name }, 'merchantId')
}
const checkAll = async (db: Db, draft: Draft): Promise<void> => {
  check(draft)
  await checkBook(db, draft)
}
export default rules(chargeItem, {
  add: ({ db }, draft) => checkAll(db, draft),
  update: ({ db }, row, patch) => checkAll(db, { ...row, ...patch }),
})
