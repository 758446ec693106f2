import { randomBytes } from 'node:crypto'
import { postSigned, type SignedAnswer } from '#server/base/signed-call.ts'
import type { Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { settingsReader } from '#server/params/settings.ts'
import { RECEIPT_PARAMETERS } from '../model/parameters.ts'
import type { Receipt } from './settle-receipts.ts'

const settingsOf = settingsReader('fee', RECEIPT_PARAMETERS)
export interface Numbered {
  no: string
  checkCode: string
}
/** The service answered, and said no. */
export class ReceiptRefusal extends Error {}
/** Numbers of test orders begin so, and no service hears of them (40-F19). */
const TEST = 'TEST'
const OWN = 'PJ'

/** A number from the school's receipt service, or from the product where there is none. The request has an id of its own: asked again, the service answers the same number. */
export async function numberFor(db: Db, verb: 'issue' | 'reverse', row: Receipt): Promise<Numbered> {
  const { receiptService, receiptKey } = await settingsOf(db)
  if (row.isTest || !receiptService) return { no: await serialNo(db, row.isTest ? TEST : OWN, 'receipt_no_seq'), checkCode: randomBytes(5).toString('hex').toUpperCase() }
  return answerOf(await postSigned(receiptService, receiptKey, asked(verb, row)))
}
const asked = (verb: 'issue' | 'reverse', { id, kind, no, amount, payerName, items, orderNo, reason }: Receipt) => ({
  ...{ verb, requestId: `${id}:${verb}:${amount}`, kind, orderNo, payer: payerName, amount, items },
  ...(verb === 'reverse' ? { no, reason } : {}),
})
function answerOf({ status, body: { no, checkCode, message } }: SignedAnswer): Numbered {
  if (status < 300 && typeof no === 'string' && no) return { no: no.slice(0, 40), checkCode: String(checkCode ?? '').slice(0, 40) }
  throw new ReceiptRefusal(`${status} ${typeof message === 'string' ? message : ''}`.trim())
}
