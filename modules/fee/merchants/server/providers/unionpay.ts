import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { schoolInstant, schoolSecondsText } from '#model/school-time.ts'
import type { Scene } from '../../model/merchant-account.ts'
import type { Charge, Notice, Payload, RefundAnswer, RefundAsk, StatementFile, StatementRow, Trade } from '../../model/provider.ts'
import { type Adapter, ask, FORM, type Merchant, NoticeRefusal, ProviderDown, ProviderRefusal } from './adapter.ts'
import { certificatesIn } from './keys.ts'
import { formOf, formText, isSignedRsa, sha256Hex, signRsa, sortedText } from './signing.ts'
import { MOST_BYTES, unzip } from './unzip.ts'

const GATEWAY = 'https://gateway.95516.com/gateway/api'
const FILES = 'https://filedownload.95516.com/'
const WAITING = ['03', '04', '05']
const PAID = ['00', 'A6']
/** Owners of the certificates UnionPay signs with: others of the same authority belong to other merchants. */
const OWNERS = { live: ['中国银联股份有限公司'], test: ['中国银联股份有限公司', '00040000:SIGN'] } as const // verbatim
type Params = Record<string, string>
const base = (m: Merchant): string => (m.gateway || GATEWAY).replace(/\/+$/, '')
const moment = (at: string): string => schoolSecondsText(at).replace(/\D/g, '')
const instantOf = (text = ''): string | undefined =>
  /^\d{14}$/.test(text) ? schoolInstant(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`, `${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12)}`) : undefined

/** 5.1.0: the SHA-256 of the sorted text, in hexadecimal, is what RSA-SHA256 signs. */
const covered = (params: Params): string => sha256Hex(sortedText(params, ['signature']))
function signed(m: Merchant, given: Params): Params {
  const serial = certificatesIn(m.certificate)[0]?.serialNumber ?? '0'
  const params: Params = {
    ...{ version: '5.1.0', encoding: 'UTF-8', signMethod: '01', accessType: '0', merId: m.merchantNo, certId: BigInt(`0x${serial}`).toString() },
    ...given,
  }
  return { ...params, signature: signRsa(covered(params), m.privateKey) }
}
/** A certificate of UnionPay's own, today, whose chain ends at a root the school has stored. */
export function isTrusted(of: X509Certificate, stored: readonly X509Certificate[], owners: readonly string[], now = Date.now()): boolean {
  const isValid = (c: X509Certificate): boolean => Date.parse(c.validFrom) <= now && now <= Date.parse(c.validTo)
  const name = /CN=([^\n]+)/.exec(of.subject)?.[1] ?? ''
  if (!owners.includes(name.split('@')[2] ?? name)) return false
  for (let at = of, depth = 0; depth < 5; depth++) {
    if (!isValid(at)) return false
    const issuer = stored.find(c => c.ca && at.checkIssued(c) && at.verify(c.publicKey))
    if (!issuer) return false
    if (issuer.checkIssued(issuer)) return isValid(issuer)
    at = issuer
  }
  return false
}
function isSigned(m: Merchant, params: Params): boolean {
  const { signature, signPubKeyCert } = params
  if (!signature || !signPubKeyCert) return false
  try {
    const isOwn = isTrusted(new X509Certificate(signPubKeyCert), certificatesIn(m.providerKey), OWNERS[m.isTest ? 'test' : 'live'])
    return isOwn && isSignedRsa(covered(params), signature, signPubKeyCert)
  } catch {
    return false // no certificate at all
  }
}
/** Fields of an answer: `k=v&…`, not encoded, values may contain `=`. */
const fieldsOf = (text: string): Params => Object.fromEntries(text.split('&').map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
async function call(m: Merchant, address: string, given: Params): Promise<Params> {
  const answer = await ask(m, address, { method: 'POST', headers: FORM, body: formText(signed(m, given)), timeoutMs: 30_000, mostBytes: 64 * 1_048_576 })
  const said = fieldsOf(answer.body.toString('utf8').trim())
  if (!isSigned(m, said)) throw new ProviderDown('the answer is not signed by UnionPay')
  return said
}
const refusalOf = ({ respCode = '', respMsg = '' }: Params): ProviderRefusal => new ProviderRefusal(respCode, respMsg)
const PRODUCT = { bizType: '000201', currencyCode: '156' } as const

async function prepay(m: Merchant, charge: Charge, scene: Scene): Promise<Payload> {
  const fields = signed(m, {
    ...{ ...PRODUCT, txnType: '01', txnSubType: '01', channelType: scene === 'h5' ? '08' : '07', orderId: charge.orderNo, txnTime: moment(charge.createdAt) },
    ...{ txnAmt: String(charge.amount), backUrl: m.noticeUrl, frontUrl: charge.returnUrl, payTimeout: moment(charge.expireAt), orderDesc: charge.title },
  })
  return { kind: 'form', url: `${base(m)}/frontTransReq.do`, fields }
}
const ask00 = (m: Merchant, orderId: string, txnTime: string): Promise<Params> =>
  call(m, `${base(m)}/queryTrans.do`, { txnType: '00', txnSubType: '00', bizType: '000000', channelType: '07', orderId, txnTime })
/** `respCode` says whether the question was answered, `origRespCode` what became of the order. */
async function query(m: Merchant, { orderNo, createdAt }: Charge): Promise<Trade> {
  const said = await ask00(m, orderNo, moment(createdAt))
  if (said.respCode === '34') return { state: 'absent' }
  if (said.respCode !== '00') throw refusalOf(said)
  const { origRespCode = '', txnAmt = '', queryId = '', txnTime } = said
  if (!PAID.includes(origRespCode)) return { state: WAITING.includes(origRespCode) ? 'waiting' : 'closed' }
  const paidAt = instantOf(txnTime)
  return { state: 'paid', amount: Number(txnAmt), txnNo: queryId, ...(paidAt ? { paidAt } : {}) }
}
/** UnionPay has no call that closes an order; it ends by `payTimeout`. Money that still comes is booked as late. */
async function close(m: Merchant, charge: Charge): Promise<Trade> {
  const found = await query(m, charge)
  return found.state === 'paid' ? found : { state: 'closed' }
}
async function refund(m: Merchant, charge: Charge, { refundNo, createdAt, amount }: RefundAsk): Promise<RefundAnswer> {
  const said = await call(m, `${base(m)}/backTransReq.do`, {
    ...{ bizType: '000201', txnType: '04', txnSubType: '00', channelType: '07', orderId: refundNo, txnTime: moment(createdAt) },
    ...{ origQryId: charge.txnNo ?? '', txnAmt: String(amount), backUrl: m.noticeUrl },
  })
  const { respCode = '' } = said
  return PAID.includes(respCode) || WAITING.includes(respCode) ? { state: 'processing' } : { state: 'failed', why: refusalOf(said).message }
}
async function queryRefund(m: Merchant, _charge: Charge, { refundNo, createdAt }: RefundAsk): Promise<RefundAnswer> {
  const said = await ask00(m, refundNo, moment(createdAt))
  const code = said.origRespCode ?? ''
  if (said.respCode !== '00' || WAITING.includes(code)) return { state: 'processing' }
  return PAID.includes(code) ? { state: 'success' } : { state: 'abnormal', why: `${code} ${said.origRespMsg ?? ''}`.trim() }
}
function parseNotice(m: Merchant, _headers: unknown, rawBody: Buffer): Notice {
  const form = formOf(rawBody)
  if (!isSigned(m, form)) throw new NoticeRefusal('signature')
  const common = { orderNo: form.orderId ?? '', merchantNo: form.merId ?? '', txnNo: form.queryId ?? '' }
  if (form.txnType === '04') return { ...common, kind: 'refund', refundNo: form.orderId ?? '' }
  if (form.txnType !== '01' || !PAID.includes(form.respCode ?? '')) return { ...common, kind: 'other' }
  const paidAt = instantOf(form.txnTime)
  return { ...common, kind: 'payment', amount: Number(form.txnAmt), ...(paidAt ? { paidAt } : {}) }
}
/** Widths of the columns of a detail file, one blank apart: code of the transaction, institutions, trace, time … */
const WIDTHS = [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2]
const COLUMN = { code: 0, time: 4, amount: 6, queryId: 9, orderId: 11, fee: 15, type: 19 } as const
function columnsOf(line: string): string[] {
  let at = 0
  return WIDTHS.map(width => {
    const text = line.slice(at, at + width).trim()
    at += width + 1
    return text
  })
}
/** The file says month and day only; a trade is settled on its day or later, so a later day of the year is one of the year before. */
const yearOf = (time: string, settled: string): number => Number(settled.slice(0, 4)) - (time.slice(0, 4) > settled.slice(5).replace('-', '') ? 1 : 0)
function rowOf(line: string, settled: string): StatementRow[] {
  const cells = columnsOf(line)
  const of = (name: keyof typeof COLUMN): string => cells[COLUMN[name]] ?? ''
  const time = of('time')
  if (!/^\d{10}$/.test(time)) return []
  const at = instantOf(`${yearOf(time, settled)}${time}`) ?? ''
  const common = { txnNo: of('queryId'), amount: Number(of('amount')), fee: Number(of('fee').replace(/\D/g, '') || 0), at }
  const isRefund = of('code') === 'S30' || of('type') === '04'
  return [isRefund ? { ...common, kind: 'refund', orderNo: '', refundNo: of('orderId') } : { ...common, kind: 'payment', orderNo: of('orderId') }]
}
async function statement(m: Merchant, date: string): Promise<StatementRow[]> {
  const said = await call(m, m.gateway ? `${base(m)}/fileTransReq.do` : FILES, {
    ...{ txnType: '76', txnSubType: '01', bizType: '000000', settleDate: date.slice(5).replace('-', ''), txnTime: moment(new Date().toISOString()), fileType: '00' },
  })
  if (said.respCode === '98') return [] // no file: nothing happened on that day
  if (said.respCode !== '00') throw refusalOf(said)
  return (await rowsIn(inflateSync(Buffer.from(said.fileContent ?? '', 'base64'), { maxOutputLength: MOST_BYTES }), date)).rows
}
/** A zip of files with columns of fixed width; `ZM`, followed by the merchant's number, has the transactions. */
async function rowsIn(file: Buffer, date: string): Promise<StatementFile> {
  const details = (await unzip(file)).map(f => ({ text: f.content.toString('latin1'), merchantNo: /ZM_(\d+)/.exec(f.name.toString('latin1'))?.[1] })).filter(f => f.merchantNo)
  return { merchantNo: details[0]?.merchantNo ?? null, rows: details.flatMap(f => f.text.split(/\r?\n/).flatMap(line => rowOf(line, date))) }
}
/** 银联, all-channel gateway 5.1.0. */
export const unionpay: Adapter = {
  capabilities: { scenes: ['h5', 'pc'], refundDays: 330, statementAt: '10:30' },
  ...{ prepay, query, close, refund, queryRefund, parseNotice, statement },
  readStatement: async (_m, { path }, date) => rowsIn(await readFile(path), date),
  ack: (_m, isOk) => ({ status: isOk ? 200 : 500, type: 'text/plain', body: isOk ? 'ok' : 'fail' }),
}
