import sql, { empty } from 'sql-template-tag'
import { type MessageEvent, Refusal } from '#model'
import type { Db } from '#server/context.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { type PhoneText, phoneTexts } from '#server/notifications/sms.ts'
import { CODE_EVENT } from '../model/events.ts'
import { smsLog } from '../model/sms.ts'
import { draft, failed, type SmsOrder, sendSms, usage } from './channels/sms.ts'
import { NOW_QUIET } from './deliver.ts'
import { ruleOf } from './fan-out.ts'
import { isQuiet, type Settings, settingsOf } from './settings.ts'
import { outsideText, outsideValues, templateOf, type Words } from './texts.ts'

const QUEUE = 'message.phoneTexts'
const AT_ONCE = 20
/** What a queued text is sent with; encrypted until then, since its link is as good as a password. */
interface Kept {
  text: string
  values: Words
}
const orderOf = (row: { mobile: string; eventCode: string; text: string; isUrgent: boolean }, kept: Kept): SmsOrder => ({
  ...{ mobile: row.mobile, eventCode: row.eventCode, isUrgent: row.isUrgent },
  ...{ text: kept.text, shownText: row.text, values: kept.values },
})
/** Texts to people without an account: shortened like all that leaves the school, by the school's own template if it has one. */
const sender = phoneTexts.make({
  async send(db: Db, event: MessageEvent, texts: readonly PhoneText[]) {
    const [settings, rule] = [await settingsOf(db), await ruleOf(db, event)]
    const template = templateOf(event, rule?.templates ?? null, 'sms', 'zh-cn')
    const base = settings.site.replace(/\/+$/, '')
    if (!base && texts.some(t => t.path)) throw new Refusal(422, [{ rule: 'sms.noSite', text: '学校还没有设置网站地址，短信里放不了链接' }])
    const rows = texts.map(({ mobile, values, path }) => {
      const { content } = outsideText(event, template, values, '')
      const link = path ? base + path : ''
      const kept: Kept = { text: [content, link].filter(Boolean).join(' '), values: { ...outsideValues(event, values), link } }
      const order = { mobile, eventCode: event.code, text: kept.text, shownText: link ? `${content} ${base}/…` : content, values: kept.values, isUrgent: event.level === 'urgent' }
      return { ...draft(order, 'queued'), secretValues: JSON.stringify(kept) }
    })
    await db.insertMany(smsLog, rows as never, { history: false })
    await notifyWorkers(db, QUEUE)
  },
})
const WAITING = `select from sms_log where tenant_id = $1 and state = 'queued' and event_code <> '${CODE_EVENT}' and (is_urgent or not ${NOW_QUIET})`
const worker = queueWorker(QUEUE, WAITING, async db => {
  const settings = await settingsOf(db)
  const mine = await take(db, settings)
  const rows = await db.unscoped(smsLog).with('secretValues').all({ id: mine }) // the program's own queue
  const over = await overLimit(db, settings)
  await Promise.all(
    rows.map(async row => {
      const order = orderOf(row, JSON.parse(row.secretValues ?? '{}') as Kept)
      if (over && !row.isUrgent) await failed(db, row.id, over)
      else await sendSms(db, order, settings, row.id).catch(() => undefined) // the log has the reason
    }),
  )
  return mine.length === AT_ONCE
})
async function take(db: Db, settings: Settings): Promise<string[]> {
  const goes = (await isQuiet(db, settings)) ? sql`and is_urgent` : empty
  const next = sql`select id from sms_log where tenant_id = ${db.me.tenantId} and state = 'queued' and event_code <> ${CODE_EVENT} ${goes}
    order by created_at limit ${AT_ONCE} for update skip locked`
  const rows = await db.updateWhere(smsLog, sql`id in (${next})`, { state: 'sending', sentAt: sql`now()` }, { bookkeeping: true })
  return rows.map(r => r.id)
}
/** Those taken are counted already. */
async function overLimit(db: Db, { smsDaily, smsMonthly }: Settings): Promise<string | null> {
  const used = await usage(db, ['sending', 'sent'])
  if (smsDaily && used.today > smsDaily) return `今日短信额度已用完（${used.today}/${smsDaily}）`
  return smsMonthly && used.month > smsMonthly ? `本月短信额度已用完（${used.month}/${smsMonthly}）` : null
}
export default [sender, worker]
