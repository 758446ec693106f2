import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { askedOn, type Payer } from '../../bills/server/api.ts'
import { FEE_BOOKS, type FeeBook } from '../../merchants/model/merchant-account.ts'
import type { Nature } from '../../prices/model/charge-item.ts'
import { payOrder } from '../model/pay-order.ts'

/** A line that is to be paid, with what its item says about paying. */
export interface Payable extends Payer {
  id: string
  item: string
  book: FeeBook
  xn: string
  nature: Nature
  partial: boolean
  leastPart: number
  coverable: boolean
  merchantId: string | null
  owed: number
  /** What is to be paid now: without what waits for a loan and later instalments. */
  payNow: number
}
export interface Wanted {
  lineIds: readonly string[]
  part?: number | null | undefined
}
export interface Portion {
  lineId: string
  amount: number
}
const CHOSEN: readonly Nature[] = ['service', 'agency']
/** 40-F3: the payer's own choice, apart from what is due by law. */
export const isApart = ({ nature }: Pick<Payable, 'nature'>): boolean => CHOSEN.includes(nature)
/** These lines of payers, where they are theirs and still open. */
export const payablesOf = (db: Db, payerIds: readonly string[], lineIds: readonly string[]): Promise<Payable[]> =>
  db.query<Payable>(sql`select l.id, l.payer_type as "payerType", l.payer_id as "payerId", l.student_id as "studentId", l.payer_name as "payerName", i.name as item, l.xn, i.book, i.nature, i.partial, i.least_part::float8 as "leastPart", i.loan_coverable as coverable, i.merchant_id as "merchantId", l.owed::float8 as owed,
      (${askedOn(today())})::float8 as "payNow"
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    where l.tenant_id = ${db.me.tenantId} and l.payer_id = any(${[...payerIds]}::uuid[]) and l.closed_at is null and l.id = any(${[...lineIds]}::uuid[]) order by l.id`)
/** 40-F3, F7, F15: what an order of these lines is made of. Amounts come from the lines: what is to be paid now. A part is compared with what the item allows. */
export function portionsOf(lines: readonly Payable[], { part }: Wanted): Portion[] {
  if (!lines.length) throw refusalOf(payOrder, 'nothing')
  const settled = lines.find(l => l.owed <= 0)
  if (settled) throw refusalOf(payOrder, 'notOwed', { item: settled.item })
  if (lines.some(isApart) && !lines.every(isApart)) throw refusalOf(payOrder, 'optional')
  if (part === null || part === undefined) return lines.map(l => ({ lineId: l.id, amount: l.payNow }))
  const [line] = lines
  if (!line || lines.length > 1) throw refusalOf(payOrder, 'onePart', {}, 'part')
  mayPart(line, part)
  return [{ lineId: line.id, amount: part }]
}
/** 40-F7: a part is at least so much, or the rest. */
function mayPart({ item, owed, partial, leastPart }: Payable, part: number): void {
  if (part === owed) return
  if (!partial) throw refusalOf(payOrder, 'noPart', { item, owed: yuanText(owed) }, 'part')
  if (part > owed || part < leastPart) throw refusalOf(payOrder, 'part', { item, least: yuanText(Math.min(leastPart, owed)), owed: yuanText(owed) }, 'part')
}
/** Where the money of these lines lands: they must agree with each other and with the account chosen. Items without one take any of their book (40-G6). */
export function mustLandAt(lines: readonly Payable[], account: { id: string; name: string; book: FeeBook }): void {
  const foreign = lines.find(l => l.book !== account.book)
  if (foreign) throw refusalOf(payOrder, 'book', { item: foreign.item, book: { text: FEE_BOOKS[foreign.book] }, merchant: account.name }, 'merchantId')
  const wrong = lines.filter(l => l.merchantId && l.merchantId !== account.id)
  if (wrong.length) throw refusalOf(payOrder, 'merchants', { items: wrong.map(l => l.item).join('、') }, 'merchantId')
}
/** Short, without personal data: the items, and for how many. */
export function titleOf(lines: readonly Payable[]): string {
  const [items, payers] = [new Set(lines.map(l => l.item)), new Set(lines.map(l => l.payerId))]
  return `${[...items].join('、').slice(0, 48)}${payers.size > 1 ? `（${payers.size} 人）` : ''}`
}
