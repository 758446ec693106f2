import sql from 'sql-template-tag'
import { compute, handle } from '#server/context.ts'
import { CHANNELS, deliveryStatistics, messageDelivery } from '../model/message.ts'
import { smsLog } from '../model/sms.ts'
import { eventName } from './texts.ts'

type Channel = keyof typeof CHANNELS
interface Counted {
  channel: Channel
  total: number
  done: number
  failed: number
  waiting: number
  skipped: number
  cost: number
}
const statistics = handle(deliveryStatistics, async ({ db }, { days }) => {
  const rows =
    await db.query<Counted>(sql`select channel, count(*)::int as total, (count(*) filter (where state in ('sent', 'delivered')))::int as done, (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state in ('queued', 'sending')))::int as waiting, (count(*) filter (where state = 'skipped'))::int as skipped, coalesce(sum(cost), 0)::int as cost
    from ${db.visible(messageDelivery).rows()} d where created_at > now() - make_interval(days => ${days ?? 30}) group by channel`)
  const order = Object.keys(CHANNELS)
  return rows.sort((a, b) => order.indexOf(a.channel) - order.indexOf(b.channel))
})
const named = [messageDelivery, smsLog].map(of =>
  compute(of, ['eventName'], async ({ lang }, rows) => {
    for (const row of rows as Array<Record<string, unknown>>) row.eventName = eventName(lang, String(row.eventCode))
  }),
)
export default [statistics, ...named]
