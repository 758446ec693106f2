import type { Scene } from './merchant-account.ts'

/** An order as a provider sees it. Amounts are fen everywhere above the adapters. */
export interface Charge {
  orderNo: string
  amount: number
  /** Without personal data. */
  title: string
  createdAt: string
  expireAt: string
  /** Page of the browser after payment; decides nothing. */
  returnUrl: string
  /** Address of the payer's device, which some providers ask for. */
  ip: string
  /** The payer in the provider's own world, where a scene needs it. */
  openId?: string | null
  /** The provider's number of a paid order. */
  txnNo?: string | null
}
/** What the payer's browser does next. */
export type Payload =
  | { kind: 'form'; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'link'; url: string }
  | { kind: 'code'; text: string }
  | { kind: 'bridge'; fields: Readonly<Record<string, string>> }
/** What a provider knows of an order. `absent`: it never heard of it, so nobody can pay it. */
export interface Trade {
  state: 'paid' | 'waiting' | 'closed' | 'absent'
  amount?: number
  txnNo?: string
  paidAt?: string
  fee?: number
}
export interface RefundAsk {
  refundNo: string
  createdAt: string
  amount: number
  reason: string
}
/** `abnormal`: the money cannot go back the way it came (card cancelled); `failed`: the provider refuses it for good. */
export interface RefundAnswer {
  state: 'processing' | 'success' | 'abnormal' | 'failed'
  why?: string
}
/** A notice whose signature holds. */
export interface Notice {
  /** `other`: nothing to do but to answer. */
  kind: 'payment' | 'refund' | 'other'
  orderNo: string
  /** Merchant and application the notice names; must be this account's. */
  merchantNo: string
  appId?: string
  amount?: number
  txnNo?: string
  paidAt?: string
  refundNo?: string
  /** Milliseconds, where the provider signs the time. */
  sentAt?: number
}
export interface StatementRow {
  kind: 'payment' | 'refund'
  orderNo: string
  refundNo?: string
  txnNo: string
  amount: number
  fee: number
  at: string
}
/** A statement as its file says: whose it is, where the file tells, and what happened. */
export interface StatementFile {
  merchantNo: string | null
  rows: StatementRow[]
}
export interface Capabilities {
  scenes: readonly Scene[]
  /** Days after payment in which money goes back the way it came; 0 where it never does. */
  refundDays: number
  /** When yesterday's statement is ready, school time. */
  statementAt: string | null
}
