import { createHmac, randomBytes } from 'node:crypto'
import { callOut } from '#server/base/outbound.ts'
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
  const body = JSON.stringify(asked(verb, row))
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', receiptKey).update(`${timestamp}\n${body}\n`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature }
  const answer = await callOut(receiptService, { method: 'POST', headers, body })
  return answerOf(answer.status, answer.body.toString('utf8'))
}
const asked = (verb: 'issue' | 'reverse', { id, kind, no, amount, payerName, items, orderNo, reason }: Receipt) => ({
  ...{ verb, requestId: `${id}:${verb}:${amount}`, kind, orderNo, payer: payerName, amount, items },
  ...(verb === 'reverse' ? { no, reason } : {}),
})
function answerOf(status: number, text: string): Numbered {
  const said = (() => {
    try {
      return JSON.parse(text) as { no?: unknown; checkCode?: unknown; message?: unknown }
    } catch {
      return {}
    }
  })()
  if (status < 300 && typeof said.no === 'string' && said.no) return { no: said.no.slice(0, 40), checkCode: String(said.checkCode ?? '').slice(0, 40) }
  throw new ReceiptRefusal(`${status} ${typeof said.message === 'string' ? said.message : ''}`.trim())
}
