import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { MessageEvent, Row } from '#model'
import { traceNow } from '#server/base/trace.ts'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { OUTSIDE, type OutsideChannel } from '../model/message.ts'
import { messageRule } from '../model/rule.ts'
import { LIVE_DEVICE } from './push-devices.ts'
import { modeOf, type Settings } from './settings.ts'
import type { Values } from './texts.ts'

/** One queue per channel: a provider that does not respond blocks no other channel. */
export const queueOf = (channel: OutsideChannel): string => `message.${channel}`
/** One message of an event to some recipients. */
export interface Spread {
  /** Account ids. */
  to: readonly string[]
  title: string
  content: string
  values?: Values
  bizType?: string | null
  bizId?: string | null
  link?: string | null
  mobileLink?: string | null
  /** Number of events a summary stands for; later ones within the merge window are added. */
  count?: number
}
type Event = MessageEvent & { module: string }
type Rule = Row<typeof messageRule>
export const rulesByEvent = async (db: Db): Promise<ReadonlyMap<string, Rule>> => new Map([...(await db.cached(messageRule)).values()].map(r => [r.eventCode, r]))
export const ruleOf = async (db: Db, event: MessageEvent): Promise<Rule | undefined> => (await rulesByEvent(db)).get(event.code)

/** Enabled outside channels of an event, in fallback order. */
export const channelsOf = (event: MessageEvent, rule: Pick<Rule, 'isEnabled' | 'channels'> | undefined, settings: Settings): OutsideChannel[] => {
  if (event.staysInside || (rule && !rule.isEnabled)) return []
  const chosen = rule?.channels ?? event.channels
  return OUTSIDE.filter(c => chosen.includes(c) && modeOf(settings, c) !== 'off')
}
/** Whether an account has an address on a channel. */
export const ADDRESS: Readonly<Record<OutsideChannel, Sql>> = {
  sms: sql`u.mobile is not null`,
  email: sql`u.email is not null`,
  webPush: sql`exists (select from ${LIVE_DEVICE} and w.tenant_id = u.tenant_id and w.user_id = u.id)`,
  wecom: sql`u.user_type is not null`,
  wechat: sql`false`,
}
/** Title of a summary of so many events. */
export const summaryTitle = (event: MessageEvent, count: number): string => `${event.name}：${count} 条`
/** Writes messages of one event for any number of recipients and queues their outside deliveries. A message about the same row within the merge window is updated instead; an
 *  advisory lock per school makes this safe across servers. Returns the number of recipients. */
export async function spread(db: Db, event: Event, each: readonly Spread[], settings: Settings): Promise<number> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`message ${db.me.tenantId}`}, 0))`)
  const rule = await ruleOf(db, event)
  const channels = channelsOf(event, rule, settings)
  let reached = 0
  for (const alike of Map.groupBy(each, s => Boolean(s.bizId)).values())
    for (const turn of inTurns(alike)) {
      const people = await write(db, { event, rule, channels, each: turn }, settings)
      db.live('message', people)
      reached += people.length
    }
  if (reached) for (const channel of channels) await notifyWorkers(db, queueOf(channel))
  return reached
}
/** Splits messages about the same thing to the same recipient into successive rounds, so that the later one merges into the earlier. */
function inTurns(each: readonly Spread[]): Spread[][] {
  const told = new Map<string, number>()
  const turns: Spread[][] = []
  for (const one of each) {
    const about = JSON.stringify(one.bizId ? [one.bizType, one.bizId] : [one.title, one.content])
    const keys = one.to.map(id => id + about)
    const turn = keys.reduce((latest, key) => Math.max(latest, told.get(key) ?? 0), 0)
    for (const key of keys) told.set(key, turn + 1)
    turns[turn] ??= []
    turns[turn].push(one)
  }
  return turns
}
interface Writing {
  event: Event
  rule: Rule | undefined
  channels: readonly OutsideChannel[]
  /** Either all have a row they are about, or none has. */
  each: readonly Spread[]
}
/** One statement for any number of messages; returns the recipients reached. Mergeable messages are looked up by a lateral join per recipient and updated by id: without
 *  statistics on the last hour the planner would read all messages of each recipient. */
async function write(db: Db, { event, rule, channels, each }: Writing, settings: Settings): Promise<string[]> {
  const texts = JSON.stringify(each.map(({ to: _to, ...text }, n) => ({ n, ...text })))
  const to = each.flatMap((one, n) => one.to.map(id => ({ id, n })))
  const trace = traceNow() ?? null
  const minutes = rule?.mergeMinutes ?? settings.mergeMinutes
  const rows = await db.query<{ id: string }>(sql`
    with given as (select * from jsonb_to_recordset(${texts}::jsonb) x(n int, title text, content text, values jsonb, "bizType" text, "bizId" text, link text, "mobileLink" text, count int)),
    people as (select u.id, t.n, ${firstChannel(event, channels)} as channel from unnest(${to.map(t => t.id)}::uuid[], ${to.map(t => t.n)}::int[]) t(id, n) join active_account u on u.id = t.id
      left join message_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.event_code = ${event.code}
      where u.tenant_id = ${db.me.tenantId}),
    same as (select p.n, m.id from people p join given g on g.n = p.n cross join lateral (select m.id from message m where m.tenant_id = ${db.me.tenantId}
        and m.recipient_id = p.id and m.event_code = ${event.code} and ${each[0]?.bizId ? SAME_ROW : SAME_WORDS} and ${STANDS} and m.created_at > now() - make_interval(mins => ${minutes}) offset 0) m),
    known as (update message m set title = case when g.count is null then g.title else ${event.name}::text || '：' || (m.merged + g.count) || ' 条' end, content = g.content, variables = g.values, link = g.link,
        mobile_link = g."mobileLink", merged = m.merged + coalesce(g.count, 1), read_at = null, updated_at = now(), version = m.version + 1
      from same s join given g on g.n = s.n where m.tenant_id = ${db.me.tenantId} and m.id = any(array(select id from same)) and m.id = s.id and ${STANDS} returning m.recipient_id, s.n),
    fresh as (insert into message (tenant_id, recipient_id, event_code, category, title, content, level, biz_type, biz_id, link, mobile_link, variables, merged)
      select ${db.me.tenantId}, p.id, ${event.code}, ${event.module}, g.title, g.content, ${event.level}, g."bizType", g."bizId", g.link, g."mobileLink", g.values, coalesce(g.count, 1)
      from people p join given g on g.n = p.n where (p.id, p.n) not in (select recipient_id, n from known) order by p.n returning id, recipient_id),
    inside as (insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, sent_at, trace_id)
      select ${db.me.tenantId}, id, recipient_id, ${event.code}, 'inApp', 'delivered', ${event.level}, now(), ${trace} from fresh),
    outside as (insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, obeys_quiet, trace_id)
      select ${db.me.tenantId}, f.id, f.recipient_id, ${event.code}, w.channel, 'queued', ${event.level}, ${rule?.quietHours ?? true}, ${trace}
      from fresh f join (select distinct id, channel from people where channel is not null) w on w.id = f.recipient_id returning 1)
    select recipient_id as id from known union all select recipient_id from fresh`)
  return rows.map(r => r.id)
}
/** First channel with an address that the recipient has not switched off; only level `info` can be switched off. */
function firstChannel(event: MessageEvent, channels: readonly OutsideChannel[]): Sql {
  if (!channels.length) return sql`null::text`
  const may = (channel: OutsideChannel): Sql => (event.level === 'info' ? sql` and not coalesce(p.off_channels ? ${channel}, false)` : empty)
  return sql`case ${join(
    channels.map(c => sql`when ${ADDRESS[c]}${may(c)} then ${c}`),
    ' ',
  )} end`
}
const STANDS = sql`m.deleted_at is null and not m.is_withdrawn`
const SAME_ROW = sql`m.biz_id = g."bizId" and m.biz_type is not distinct from g."bizType"`
/** Without a row they are about, messages merge if their texts are equal. */
const SAME_WORDS = sql`m.biz_id is null and m.title = g.title and m.content = g.content`
