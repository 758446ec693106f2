import sql, { empty, type Sql } from 'sql-template-tag'
import type { MessageLevel } from '#model'
import type { Db } from '#server/context.ts'
import { paramText } from '#server/data/stored-params.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { messageDelivery, OUTSIDE, type OutsideChannel } from '../model/message.ts'
import { PARAMETERS } from '../model/parameters.ts'
import type { Template } from '../model/rule.ts'
import { type Carried, type Carry, NotSent, type Parcel } from './channels/channel.ts'
import { email } from './channels/email.ts'
import { sendSms } from './channels/sms.ts'
import { webPush } from './channels/web-push.ts'
import { wecom } from './channels/wecom.ts'
import { ADDRESS, channelsOf, queueOf, ruleOf } from './fan-out.ts'
import { isQuiet, modeOf, type Settings, settingsOf } from './settings.ts'
import { eventNamed, outsideText, outsideValues, templateOf, type Values } from './texts.ts'

const AT_ONCE = 20
/** Retry delays in minutes. */
const RETRY_MINUTES = [1, 5, 30] as const
/** A delivery in `sending` for longer than this belongs to a dead worker. */
const HELD_MINUTES = 3
interface Due {
  id: string
  messageId: string
  recipientId: string
  eventCode: string
  channel: OutsideChannel
  level: MessageLevel
  tries: number
  variables: Values | null
  bizType: string | null
  title: string
  content: string
  link: string | null
  mobileLink: string | null
  accountNo: string
  mobile: string | null
  email: string | null
}

/** Queue worker of a channel. Deliveries are claimed before sending (at most once): one whose worker died is not retried, because it may have been sent. */
const deliver = async (db: Db, channel: OutsideChannel): Promise<boolean> => {
  if (!(await isAnyDue(db, channel))) return false
  const settings = await settingsOf(db)
  const goes = (await isQuiet(db, settings)) ? GOES_AT_NIGHT : empty
  const due = await take(db, channel, goes)
  const tried = await Promise.all(due.map(d => attempt(db, d, settings)))
  await sent(
    db,
    tried.filter(t => 'done' in t),
  )
  await failed(
    db,
    tried.filter(t => 'fault' in t),
    settings,
  )
  return due.length === AT_ONCE
}
/** Cheap check before the work: every school's queue is polled every few seconds and mostly empty. */
const isAnyDue = async (db: Db, channel: OutsideChannel): Promise<boolean> =>
  (
    await db.query(
      sql`select 1 from message_delivery where tenant_id = ${db.me.tenantId} and channel = ${channel} and state = 'queued' and next_at <= now() order by next_at limit 1`,
    )
  ).length > 0
/** Only urgent deliveries, and those exempt from quiet hours, are sent during quiet hours; a partial index finds them among thousands on hold. */
const GOES_AT_NIGHT = sql`and (level = 'urgent' or not obeys_quiet)`
const lost = queueWorker('message.lost', `select from message_delivery where tenant_id = $1 and state = 'sending' and next_at < now()`, async db => {
  const error = '发送时服务中断，不确定是否已发出，没有再发'
  await db.updateWhere(messageDelivery, sql`state = 'sending' and next_at < now()`, { state: 'failed', error }, { bookkeeping: true })
  return false
})
/** SQL version of `isQuiet`. */
export const NOW_QUIET = `(select case when f = t then false when f < t then n >= f and n < t else n >= f or n < t end
  from (select ${paramText('message', 'quietFrom', PARAMETERS.quietFrom.initial)} as f, ${paramText('message', 'quietTo', PARAMETERS.quietTo.initial)} as t, to_char(now() at time zone 'Asia/Shanghai', 'HH24:MI') as n) x)`
const waitingIn = (channel: OutsideChannel): string =>
  `select from message_delivery where tenant_id = $1 and channel = '${channel}' and state = 'queued' and next_at <= now() and (level = 'urgent' or not obeys_quiet or not ${NOW_QUIET})`
export default [lost, ...OUTSIDE.map(channel => queueWorker(queueOf(channel), waitingIn(channel), db => deliver(db, channel)))]

async function take(db: Db, channel: OutsideChannel, goes: Sql): Promise<Due[]> {
  const next = sql`select id from message_delivery where tenant_id = ${db.me.tenantId} and channel = ${channel} and state = 'queued' and next_at <= now()
    ${goes} order by next_at limit ${AT_ONCE} for update skip locked`
  const held = { state: 'sending' as const, tries: sql`t.tries + 1`, nextAt: sql`now() + make_interval(mins => ${HELD_MINUTES})` }
  const mine = await db.updateWhere(messageDelivery, sql`id in (${next})`, held, { bookkeeping: true })
  if (!mine.length) return []
  return db.query<Due>(sql`select d.id, d.message_id as "messageId", d.recipient_id as "recipientId", d.event_code as "eventCode", d.channel, d.level, d.tries, m.variables, m.biz_type as "bizType", m.title, m.content, m.link,
      m.mobile_link as "mobileLink", u.account_no as "accountNo", u.mobile, u.email
    from message_delivery d join message m on m.tenant_id = d.tenant_id and m.id = d.message_id join sys_user u on u.tenant_id = d.tenant_id and u.id = d.recipient_id
    where d.tenant_id = ${db.me.tenantId} and d.id = any(${mine.map(m => m.id)}::uuid[])`)
}

interface Sent {
  due: Due
  done: Carried
  text: string
}
interface Failed {
  due: Due
  fault: Error
}
async function attempt(db: Db, due: Due, settings: Settings): Promise<Sent | Failed> {
  try {
    const parcel = await parcelOf(db, due, settings)
    if (!parcel) throw new NotSent('消息事件已停用')
    return { due, done: await carry(due.channel, db, parcel, settings), text: shown(parcel) }
  } catch (fault) {
    return { due, fault: fault as Error }
  }
}
/** One statement per batch: a notice to a whole school has tens of thousands of deliveries. */
async function sent(db: Db, batch: readonly Sent[]): Promise<void> {
  if (!batch.length) return
  const sentAt = new Date().toISOString()
  const rows = batch.map(({ due, done, text }) => ({ id: due.id, ...done, sentAt, error: null, sentText: text }))
  await db.updateMany(messageDelivery, rows, { bookkeeping: true })
}
const shown = (of: Template): string => `${of.title}\n${of.content}`.slice(0, 2000)
export async function carry(channel: OutsideChannel, db: Db, parcel: Parcel, settings: Settings): Promise<Carried> {
  if (modeOf(settings, channel) === 'log') return { state: 'sent', providerId: 'log', cost: null }
  return (CARRIERS[channel] ?? none)(db, parcel, settings)
}
const none: Carry = async () => {
  throw new NotSent('没有开通这个渠道')
}
const CARRIERS: Partial<Record<OutsideChannel, Carry>> = {
  email,
  webPush,
  wecom,
  async sms(db, parcel, settings) {
    const { event, to, content, values } = parcel
    if (!to.mobile) throw new NotSent('账号没有手机号')
    const text = parcel.address ? `${content} ${parcel.address}` : content
    const done = await sendSms(db, { mobile: to.mobile, eventCode: event.code, text, values, isUrgent: event.level === 'urgent' }, settings)
    return { state: 'sent', providerId: done.receipt, cost: done.cost }
  },
}
async function parcelOf(db: Db, due: Due, settings: Settings): Promise<Parcel | undefined> {
  const event = eventNamed(due.eventCode)
  if (!event) return undefined
  const rule = await ruleOf(db, event)
  const where = `请登录${settings.schoolName || '系统'}查看`
  // a summary's text combines several events and has no variables
  const template = due.bizType === 'summary' ? { title: due.title, content: '' } : templateOf(event, rule?.templates ?? null, due.channel as 'sms', 'zh-cn')
  const text = outsideText(event, template, due.variables ?? {}, where)
  const link = due.channel === 'email' ? due.link : (due.mobileLink ?? due.link)
  const base = settings.site.replace(/\/+$/, '')
  const path = link?.startsWith('/') ? link : ''
  return {
    event,
    to: { userId: due.recipientId, accountNo: due.accountNo, mobile: due.mobile, email: due.email },
    ...text,
    values: outsideValues(event, due.variables ?? {}),
    path,
    address: base && path ? base + path : '',
  }
}
/** Schedules a retry; when retries are exhausted or the fault is permanent, falls back to the next channel. */
async function failed(db: Db, batch: readonly Failed[], settings: Settings): Promise<void> {
  if (!batch.length) return
  const rows = batch.map(({ due, fault }) => {
    const isFinal = fault instanceof NotSent
    const wait = isFinal ? null : (RETRY_MINUTES[due.tries - 1] ?? null)
    return { due, id: due.id, state: wait ? 'queued' : isFinal ? 'skipped' : 'failed', error: fault.message.slice(0, 500), wait }
  })
  const from = sql`jsonb_to_recordset(${JSON.stringify(rows.map(({ due: _due, ...row }) => row))}::jsonb) x(id uuid, state text, error text, wait int)`
  const fault = { state: sql`x.state`, error: sql`x.error`, nextAt: sql`coalesce(now() + make_interval(mins => x.wait), t.next_at)` }
  await db.updateWhere(messageDelivery, sql`t.id = x.id`, fault, { from, bookkeeping: true })
  const over = rows.filter(r => !r.wait).map(r => r.due)
  for (const alike of Map.groupBy(over, d => `${d.eventCode} ${d.channel}`).values()) await fallBack(db, alike, settings)
}
/** The fallback delivery of `d` on another channel. */
const AGAIN = {
  messageId: sql`d.message_id`,
  recipientId: sql`d.recipient_id`,
  eventCode: sql`d.event_code`,
  state: 'queued',
  level: sql`d.level`,
  obeysQuiet: sql`d.obeys_quiet`,
} as const
/** Failed deliveries of one event and channel continue on the next channel that reaches each recipient. */
async function fallBack(db: Db, alike: readonly Due[], settings: Settings): Promise<void> {
  const [first] = alike
  const event = eventNamed(first?.eventCode ?? '')
  if (!first || !event) return
  const channels = channelsOf(event, await ruleOf(db, event), settings)
  let left = alike
  for (const channel of channels.slice(channels.indexOf(first.channel) + 1)) {
    if (!left.length) return
    const from = sql`message_delivery d join sys_user u on u.tenant_id = d.tenant_id and u.id = d.recipient_id
        left join message_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.event_code = d.event_code
      where d.tenant_id = ${db.me.tenantId} and d.id = any(${left.map(d => d.id)}::uuid[]) and ${ADDRESS[channel]} and not (d.level = 'info' and coalesce(p.off_channels ? ${channel}, false))`
    const made = await db.insertFrom(messageDelivery, { ...AGAIN, channel }, from, { skipExisting: true, returning: ['messageId', 'recipientId'], history: false })
    if (made.length) await notifyWorkers(db, queueOf(channel))
    left = left.filter(d => !made.some(m => m.messageId === d.messageId && m.recipientId === d.recipientId))
  }
}
