import sql from 'sql-template-tag'
import type { StoredRow } from '#model'
import type { Db } from '#server/context.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { smsSender } from '#server/notifications/sms.ts'
import { CODE_EVENT } from '../model/events.ts'
import { smsLog, smsProvider } from '../model/sms.ts'
import { codeText, draft, type SmsOrder, sendBy, sendSms } from './channels/sms.ts'
import { type Settings, settingsOf } from './settings.ts'

const QUEUE = 'message.codes'
const MINUTES = 5
const AT_ONCE = 20
/** Content of a queued message: a code, or a test of a provider. */
type StoredCode = { code: string; scene: string } | { providerId: string }

function orderOf(mobile: string, kept: StoredCode): SmsOrder {
  const code = 'code' in kept ? kept.code : '000000'
  return { mobile, eventCode: CODE_EVENT, text: codeText(code, MINUTES), shownText: codeText('******', MINUTES), values: { code, minutes: MINUTES }, isUrgent: true }
}
/** Queues a message; its code is stored encrypted until sent, then cleared. Returns the id of its log row. */
export async function queue(db: Db, mobile: string, kept: StoredCode): Promise<string> {
  const row = await db.insert(smsLog, { ...draft(orderOf(mobile, kept), 'queued'), secretValues: JSON.stringify(kept) } as never)
  await notifyWorkers(db, QUEUE)
  return row.id
}
const sender = smsSender(async (db, mobile, scene, code) => {
  await queue(db, mobile, { code, scene })
})
/** Codes have a queue of their own and are sent at once; one that outlived its validity is marked failed instead, as is any text whose worker died: since `sent_at` for one that
 *  waited before. */
const WAITING = `select from sms_log where tenant_id = $1 and ((state = 'queued' and event_code = '${CODE_EVENT}') or (state = 'sending' and coalesce(sent_at, created_at) < now() - interval '${MINUTES} minutes'))`
const worker = queueWorker(QUEUE, WAITING, async db => {
  const isLate = sql`(state = 'sending' or (state = 'queued' and event_code = ${CODE_EVENT})) and coalesce(sent_at, created_at) < now() - make_interval(mins => ${MINUTES})`
  await db.updateWhere(smsLog, isLate, { state: 'failed', error: '过期未发出', secretValues: null }, { bookkeeping: true })
  const mine = await take(db)
  if (!mine.length) return false
  const settings = await settingsOf(db)
  const rows = await db.unscoped(smsLog).with('secretValues').all({ id: mine }) // the program's own queue
  await Promise.all(rows.map(row => send(db, row, settings)))
  return mine.length === AT_ONCE
})
/** Errors are recorded in the SMS log. */
async function send(db: Db, row: StoredRow<typeof smsLog>, settings: Settings): Promise<void> {
  const kept = JSON.parse(row.secretValues ?? '{}') as StoredCode
  const order = orderOf(row.mobile, kept)
  const provider = 'providerId' in kept ? await db.unscoped(smsProvider).with('secret').find({ id: kept.providerId }) : undefined // authorised when it was queued
  if (provider) await sendBy(db, row.id, order, provider)
  else await sendSms(db, order, settings, row.id).catch(() => undefined)
}
const take = async (db: Db): Promise<string[]> => {
  const next = sql`select id from sms_log where tenant_id = ${db.me.tenantId} and state = 'queued' and event_code = ${CODE_EVENT} order by created_at limit ${AT_ONCE} for update skip locked`
  const rows = await db.updateWhere(smsLog, sql`id in (${next})`, { state: 'sending' }, { bookkeeping: true })
  return rows.map(r => r.id)
}
export default [sender, worker]
