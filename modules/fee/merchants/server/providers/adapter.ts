import type { OutboundAnswer, OutboundRequest } from '#server/base/outbound.ts'
import type { Provider, Scene } from '../../model/merchant-account.ts'
import type { Capabilities, Charge, Notice, Payload, RefundAnswer, RefundAsk, StatementFile, StatementRow, Trade } from '../../model/provider.ts'
import type { Contract } from './contract.ts'

/** An account as its adapter needs it: keys in the clear, and the only way to reach the provider. */
export interface Merchant {
  id: string
  provider: Provider
  name: string
  merchantNo: string
  appId: string
  gateway: string
  isTest: boolean
  scenes: readonly Scene[]
  privateKey: string
  certificate: string
  providerKey: string
  providerKeyId: string
  apiKey: string
  appSecret: string
  contract: Contract | null
  /** Where the provider sends its notices. */
  noticeUrl: string
  send(address: string, request: OutboundRequest): Promise<OutboundAnswer>
}
export type Headers = Readonly<Record<string, string | string[] | undefined>>
/** An answer to a notice. */
export interface Ack {
  status: number
  type: string
  body: string
}
/** A provider behind the one interface. Adapters translate and sign; they hold no rule of the school's. */
export interface Adapter {
  capabilities: Capabilities
  prepay(m: Merchant, charge: Charge, scene: Scene): Promise<Payload>
  /** Where a provider's own browser only pays for somebody it has named before: the page that names the payer, and the payer of the code it returns with. */
  payer?: {
    page(m: Merchant, returnUrl: string, state: string): string
    of(m: Merchant, code: string): Promise<string>
  }
  query(m: Merchant, charge: Charge): Promise<Trade>
  /** Closes an order that is not paid, and answers what it then is: `paid` if money came first. */
  close(m: Merchant, charge: Charge): Promise<Trade>
  refund(m: Merchant, charge: Charge, ask: RefundAsk): Promise<RefundAnswer>
  queryRefund(m: Merchant, charge: Charge, ask: RefundAsk): Promise<RefundAnswer>
  /** Verifies a notice; throws `NoticeRefusal`. */
  parseNotice(m: Merchant, headers: Headers, rawBody: Buffer): Notice
  ack(m: Merchant, isOk: boolean): Ack
  statement(m: Merchant, date: string): Promise<StatementRow[]>
  /** Reads a statement that somebody has downloaded; throws `StatementFault` for what is none. */
  readStatement(m: Merchant, file: UploadedFile, date: string): Promise<StatementFile>
}
export interface UploadedFile {
  name: string
  path: string
}
/** Why a file is no statement, in the reader's words. */
export class StatementFault extends Error {}
/** Why a notice is not believed. */
export type Disbelief = 'signature' | 'malformed'
export class NoticeRefusal extends Error {
  readonly reason: Disbelief
  constructor(reason: Disbelief, message: string = reason) {
    super(message)
    this.reason = reason
  }
}
/** The provider answered, and said no. */
export class ProviderRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code} ${message}`.trim())
    this.code = code
  }
}
/** No answer that can be believed: timeout, broken connection, fault of the other side, wrong signature. Nothing is known about the order. */
export class ProviderDown extends Error {}

/** Sends a request; whatever is no answer is `ProviderDown`. */
export async function ask(m: Merchant, address: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const [place] = address.split('?') // what follows may be a key, and this text is logged
  const answer = await m.send(address, request).catch(fault => {
    throw new ProviderDown(`${place}: ${(fault as Error).message}`, { cause: fault })
  })
  if (answer.status >= 500) throw new ProviderDown(`${place} answered ${answer.status}`)
  return answer
}
/** The one value of a header. */
export const headerOf = (headers: Headers, name: string): string => [headers[name]].flat()[0] ?? ''
/** Parsed JSON; throws `NoticeRefusal` for anything else. */
export function jsonOf(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // refused below
  }
  throw new NoticeRefusal('malformed', 'no JSON object')
}
export const FORM = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' } as const
export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' } as const
/** Yuan with two decimals to fen; throws for anything else. */
export function fenOf(yuan: unknown): number {
  const text = String(yuan ?? '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new NoticeRefusal('malformed', `no amount: ${text.slice(0, 20)}`)
  return Math.round(Number(text) * 100)
}
export const yuanOf = (fen: number): string => (fen / 100).toFixed(2)
