import sql from 'sql-template-tag'
import type { Row } from '#model'
import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { smsLimit } from '../../model/events.ts'
import { smsLog, smsProvider, smsTemplate, type VENDORS } from '../../model/sms.ts'
import type { Settings } from '../settings.ts'
import { partsOf, type Words } from '../texts.ts'
import { aliyun } from '../vendors/aliyun.ts'
import { http } from '../vendors/http.ts'
import { tencent } from '../vendors/tencent.ts'
import type { Provider, Sms, Vendor } from '../vendors/vendor.ts'
import { NotSent } from './channel.ts'

type VendorName = keyof typeof VENDORS
const VENDOR: Readonly<Record<Exclude<VendorName, 'log'>, Vendor>> = { aliyun, tencent, http }
/** Pseudo provider if none is configured: logs and never sends. */
const LOG = { id: null, vendor: 'log', name: 'log', price: null } as const
type Chosen = Provider | typeof LOG

export interface SmsOrder {
  mobile: string
  eventCode: string
  /** Full text, for vendors without templates and for the log. */
  text: string
  /** Parameters of a vendor's template. */
  values: Words
  /** Verification codes and urgent messages bypass the school's limits. */
  isUrgent: boolean
  /** Stored instead of `text`. */
  shownText?: string
}
export interface SmsResult {
  logId: string
  receipt: string | null
  cost: number | null
}
/** Sends by the first provider that accepts, in order of priority. The log row is written before sending. */
export async function sendSms(db: Db, order: SmsOrder, settings: Settings, logId?: string): Promise<SmsResult> {
  const id = logId ?? (await reserve(db, order, settings))
  const open = await providers(db)
  const faults: string[] = []
  for (const provider of open) {
    try {
      return await sent(db, id, order, provider, await carry(db, order, provider))
    } catch (error) {
      faults.push(`${provider.name}：${(error as Error).message}`)
    }
  }
  const error = open.length ? faults.join('；').slice(0, 500) : '所有短信服务商都到了每日上限'
  await failed(db, id, error)
  throw open.length ? new Error(error) : new NotSent(error)
}
/** Sends by one provider, for tests; returns the error. */
export async function sendBy(db: Db, logId: string, order: SmsOrder, provider: Provider): Promise<string | null> {
  try {
    await sent(db, logId, order, provider, await carry(db, order, provider))
    return null
  } catch (error) {
    const text = (error as Error).message.slice(0, 500)
    await failed(db, logId, text)
    return text
  }
}
const carry = async (db: Db, order: SmsOrder, provider: Chosen): Promise<string> =>
  provider.vendor === 'log' ? '' : (await VENDOR[provider.vendor](provider as Provider, await smsFor(db, order, provider.vendor))).receipt
export const failed = (db: Db, id: string, error: string): Promise<unknown> => db.updateWhere(smsLog, { id }, { state: 'failed', error, secretValues: null }, { bookkeeping: true })
async function sent(db: Db, id: string, order: SmsOrder, provider: Chosen, receipt: string): Promise<SmsResult> {
  const parts = partsOf(order.text)
  const cost = provider.price === null || provider.price === undefined ? null : provider.price * parts
  // codes are not logged, except by the pseudo provider, whose log stands in for the phone
  const text = provider.vendor === 'log' ? order.text : (order.shownText ?? order.text)
  const by = { vendor: provider.vendor, providerId: provider.id, receipt: receipt || null, cost }
  await db.updateWhere(smsLog, { id }, { ...by, state: 'sent', text, parts, secretValues: null, sentAt: new Date().toISOString() }, { bookkeeping: true })
  return { logId: id, receipt: receipt || null, cost }
}
/** Enabled providers below their own daily limit. */
async function providers(db: Db): Promise<readonly Chosen[]> {
  const own = db.unscoped(smsProvider).with('secret') // sent on behalf of the program
  const all = await own.all({ isEnabled: true }, { sort: ['priority', 'name'] })
  if (!all.length) return [LOG]
  const used = await db.query<{ id: string; parts: number }>(sql`select provider_id as id, sum(parts)::int as parts from sms_log where tenant_id = ${db.me.tenantId}
    and created_at >= ${startOf('day')} and state = 'sent' and provider_id is not null group by provider_id`)
  return all.filter(p => !p.dailyLimit || (used.find(u => u.id === p.id)?.parts ?? 0) < p.dailyLimit)
}
async function smsFor(db: Db, order: SmsOrder, vendor: VendorName): Promise<Sms> {
  const template = await db.unscoped(smsTemplate).find({ eventCode: order.eventCode, vendor }) // templates: no data scope
  const parameters = (template?.parameters ?? []).map(p => [p.name, String(order.values[p.variable] ?? '')] as const)
  return { mobile: order.mobile, text: order.text, template: template ? { id: template.vendorTemplateId, parameters } : undefined }
}
const startOf = (span: 'day' | 'month') =>
  span === 'day'
    ? sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
    : sql`date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`

/** SMS parts of today and this month, including those being sent. */
export async function usage(db: Db, states = ['queued', 'sending', 'sent']): Promise<{ today: number; month: number }> {
  const [used] = await db.query<{
    today: number
    month: number
  }>(sql`select coalesce(sum(parts) filter (where created_at >= ${startOf('day')}), 0)::int as today, coalesce(sum(parts), 0)::int as month
    from sms_log where tenant_id = ${db.me.tenantId} and created_at >= ${startOf('month')} and state = any(${states}::text[])`)
  return used ?? { today: 0, month: 0 }
}
/** Writes the log row, which counts towards the limits at once: two workers cannot both take the last message of a limit. */
async function reserve(db: Db, order: SmsOrder, settings: Settings): Promise<string> {
  return db.tx(async inside => {
    await inside.query(sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${db.me.tenantId}`}, 0))`)
    const used = await usage(inside)
    const parts = partsOf(order.text)
    for (const [span, count, limit] of [
      ['今日', used.today, settings.smsDaily],
      ['本月', used.month, settings.smsMonthly],
    ] as const) {
      if (!limit) continue
      if (count + parts > limit && !order.isUrgent) throw new NotSent(`${span}短信额度已用完（${count}/${limit}）`)
      if (count < limit * WARN_AT && count + parts >= limit * WARN_AT) await warn(inside, span, count + parts, limit)
    }
    const row = await inside.insert(smsLog, draft(order, 'sending') as never)
    return row.id
  })
}
const WARN_AT = 0.8
export const draft = (order: SmsOrder, state: 'queued' | 'sending'): Partial<Row<typeof smsLog>> => ({
  mobile: order.mobile,
  eventCode: order.eventCode,
  text: (order.shownText ?? order.text).slice(0, 1000),
  state,
  parts: partsOf(order.text),
  isUrgent: order.isUrgent,
})
async function warn(db: Db, span: string, used: number, limit: number): Promise<void> {
  const admins = await holdersOf(db, 'admin')
  await notify(db, smsLimit, { to: admins.map(a => a.id), values: { span: { text: span }, used, limit, percent: Math.floor((used / limit) * 100) }, link: '/message/sms' })
}
/** Text of a verification code. */
export const codeText = (code: string, minutes: number): string => `验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。`
