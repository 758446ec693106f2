import { randomBytes } from 'node:crypto'
import { schoolInstant, schoolSecondsText } from '#model/school-time.ts'
import type { Charge, Notice, RefundAnswer, RefundAsk, StatementRow, Trade } from '../../model/provider.ts'
import { type Adapter, ask, FORM, fenOf, type Headers, headerOf, JSON_TYPE, jsonOf, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal, yuanOf } from './adapter.ts'
import type { Contract, ContractCall, ContractField } from './contract.ts'
import { readTable } from './read-table.ts'
import { formOf, formText } from './signing.ts'
import { isSignedUnified, signUnified } from './unified-sign.ts'

type ContractValues = Readonly<Partial<Record<ContractField, string>>>
function contractOf({ contract }: Merchant): Contract {
  if (!contract) throw new ProviderRefusal('NO_CONTRACT', 'the account has no declaration')
  return contract
}
const moment = (at: string | number): string => schoolSecondsText(at).replace(/\D/g, '')
/** `20260914083015` or `2026-09-14 08:30:15` in school time. */
export function momentOf(text: string): string | undefined {
  const [, y, mo, d, h, mi, s] = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)/.exec(text) ?? []
  return s ? schoolInstant(`${y}-${mo}-${d}`, `${h}:${mi}:${s}`) : undefined
}
const amountText = ({ unit }: Contract, fen: number): string => (unit === 'fen' ? String(fen) : yuanOf(fen))
const fenFrom = ({ unit }: Contract, text: string): number => (unit === 'fen' ? (/^\d{1,12}$/.test(text) ? Number(text) : -1) : fenOf(text))
const plainTexts = (said: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )

/** Calls by their names for things; what we have no word for is left out. */
async function call(m: Merchant, name: ContractCall, given: ContractValues): Promise<(field: ContractField) => string> {
  const c = contractOf(m)
  const path = c.paths[name]
  if (!path) throw new ProviderRefusal('NO_CALL', `${m.name} has no ${name}`)
  const all: ContractValues = { merchantNo: m.merchantNo, appId: m.appId, time: moment(Date.now()), nonce: randomBytes(16).toString('hex'), ...given }
  const named = Object.entries(all).flatMap(([field, value]) => (c.fields[field as ContractField] && value ? [[c.fields[field as ContractField] as string, value]] : []))
  const params: Record<string, string> = { ...c.fixed, ...(Object.fromEntries(named) as Record<string, string>) }
  const sent = { ...params, [c.sign.field]: signUnified(m, c, params) }
  const request = c.format === 'json' ? { headers: JSON_TYPE, body: JSON.stringify(sent) } : { headers: FORM, body: formText(sent) }
  const answer = await ask(m, `${m.gateway.replace(/\/+$/, '')}${path}`, { method: 'POST', ...request })
  const said = plainTexts(jsonOf(answer.body.toString('utf8')))
  if (!isSignedUnified(m, c, said)) throw new ProviderDown(`${path}: the answer is not signed by ${m.name}`)
  const code = said[c.fields.code ?? ''] ?? ''
  if (c.values.ok.length && !c.values.ok.includes(code)) throw new ProviderRefusal(code, said[c.fields.message ?? ''] ?? '')
  return field => said[c.fields[field] ?? ''] ?? ''
}
async function query(m: Merchant, { orderNo }: Charge): Promise<Trade> {
  const c = contractOf(m)
  try {
    const said = await call(m, 'query', { orderNo })
    const state = said('state')
    if (c.values.absent.includes(state)) return { state: 'absent' }
    if (!c.values.paid.includes(state)) return { state: c.values.closed.includes(state) ? 'closed' : 'waiting' }
    const paidAt = momentOf(said('paidAt'))
    return { state: 'paid', amount: fenFrom(c, said('amount')), txnNo: said('txnNo'), ...(paidAt ? { paidAt } : {}) }
  } catch (fault) {
    if (fault instanceof ProviderRefusal && c.values.absent.includes(fault.code)) return { state: 'absent' }
    throw fault
  }
}
/** Closes an order, or withdraws a receivable that was pushed. A platform without such a call only answers what the order is. */
async function close(m: Merchant, charge: Charge): Promise<Trade> {
  if (!contractOf(m).paths.close) return query(m, charge)
  try {
    await call(m, 'close', { orderNo: charge.orderNo })
    return { state: 'closed' }
  } catch (fault) {
    if (fault instanceof ProviderRefusal) return query(m, charge)
    throw fault
  }
}
const refundAnswer = ({ values }: Contract, state: string): RefundAnswer => ({
  state: values.refunded.includes(state) ? 'success' : values.refundFailed.includes(state) ? 'failed' : 'processing',
})
async function refund(m: Merchant, charge: Charge, { refundNo, amount }: RefundAsk): Promise<RefundAnswer> {
  const c = contractOf(m)
  if (!c.paths.refund) return { state: 'abnormal', why: 'the platform has no call for refunds' }
  try {
    const said = await call(m, 'refund', { orderNo: charge.orderNo, refundNo, refundAmount: amountText(c, amount), amount: amountText(c, charge.amount) })
    return refundAnswer(c, said('refundState'))
  } catch (fault) {
    if (fault instanceof ProviderRefusal) return { state: 'failed', why: fault.message }
    throw fault
  }
}
async function queryRefund(m: Merchant, { orderNo }: Charge, { refundNo }: RefundAsk): Promise<RefundAnswer> {
  const c = contractOf(m)
  return c.paths.queryRefund ? refundAnswer(c, (await call(m, 'queryRefund', { orderNo, refundNo }))('refundState')) : { state: 'processing' }
}
function parseNotice(m: Merchant, headers: Headers, rawBody: Buffer): Notice {
  const c = contractOf(m)
  const isJson = headerOf(headers, 'content-type').includes('json')
  const form = isJson ? plainTexts(jsonOf(rawBody.toString('utf8'))) : formOf(rawBody)
  if (!isSignedUnified(m, c, form)) throw new NoticeRefusal('signature')
  const of = (field: ContractField): string => form[c.fields[field] ?? ''] ?? ''
  const common = { orderNo: of('orderNo'), merchantNo: of('merchantNo') }
  if (of('refundNo')) return { ...common, kind: 'refund', refundNo: of('refundNo') }
  if (!c.values.paid.includes(of('state'))) return { ...common, kind: 'other' }
  const paidAt = momentOf(of('paidAt'))
  return { ...common, kind: 'payment', amount: fenFrom(c, of('amount')), txnNo: of('txnNo'), ...(paidAt ? { paidAt } : {}) }
}
async function statement(m: Merchant, date: string): Promise<StatementRow[]> {
  const c = contractOf(m)
  const said = await call(m, 'statement', { date })
  const rows = JSON.parse(said('rows') || '[]') as ReadonlyArray<Readonly<Record<string, unknown>>>
  return rows.map(raw => {
    const row = plainTexts(raw)
    const of = (field: ContractField): string => row[c.fields[field] ?? ''] ?? ''
    const common = { orderNo: of('orderNo'), txnNo: of('txnNo'), fee: of('fee') ? fenFrom(c, of('fee')) : 0, at: momentOf(of('paidAt')) ?? '' }
    if (c.values.refundRow.includes(of('kind'))) return { ...common, kind: 'refund', refundNo: of('refundNo'), amount: fenFrom(c, of('refundAmount') || of('amount')) }
    return { ...common, kind: 'payment', amount: fenFrom(c, of('amount')) }
  })
}
/** 统一支付平台 of a bank or a school, spoken to as its declaration says. */
export const unified: Adapter = {
  capabilities: { scenes: ['h5', 'pc', 'qr'], refundDays: 365, statementAt: '10:30' },
  async prepay(m, charge, scene) {
    const c = contractOf(m)
    const { orderNo, title, amount, returnUrl, expireAt } = charge
    const said = await call(m, 'prepay', { orderNo, title, amount: amountText(c, amount), noticeUrl: m.noticeUrl, returnUrl, expireAt: moment(expireAt) })
    const url = c.mode === 'push' ? c.portal : said('payUrl')
    return scene === 'qr' ? { kind: 'code', text: url } : { kind: 'link', url }
  },
  ...{ query, close, refund, queryRefund, parseNotice, statement },
  readStatement: (_m, file) => readTable(file),
  ack: (m, isOk) => ({ status: isOk ? 200 : 400, type: 'text/plain', body: m.contract?.ack[isOk ? 'ok' : 'fail'] ?? '' }),
}
