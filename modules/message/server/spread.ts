import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { MessageEvent, Row } from '#model'
import type { Db } from '#server/context.ts'
import { wake } from '#server/jobs/drain.ts'
import { OUTSIDE, type OutsideChannel } from '../model/message.ts'
import { messageRule } from '../model/rule.ts'
import { modeOf, type Settings } from './settings.ts'
import type { Values } from './texts.ts'

export const QUEUE = 'message.deliver'
/** One message on its way to some people. */
export interface Spread {
  event: MessageEvent & { module: string }
  /** Ids of accounts. */
  to: readonly string[]
  title: string
  content: string
  values?: Values
  bizType?: string | null
  bizId?: string | null
  link?: string | null
  mobileLink?: string | null
  /** How many of the same it stands for; a later one within the time is added to it and `title` made anew. */
  merged?: { count: number; title: (sum: Sql) => Sql }
}
type Rule = Row<typeof messageRule>
export const rulesByEvent = async (db: Db): Promise<ReadonlyMap<string, Rule>> => new Map([...(await db.cached(messageRule)).values()].map(r => [r.eventCode, r]))
export const ruleOf = async (db: Db, event: MessageEvent): Promise<Rule | undefined> => (await rulesByEvent(db)).get(event.code)

/** Outside channels an event takes, in the order in which they are tried. */
export const channelsOf = (event: MessageEvent, rule: Pick<Rule, 'isEnabled' | 'channels'> | undefined, settings: Settings): OutsideChannel[] => {
  if (rule && !rule.isEnabled) return []
  const chosen = rule?.channels ?? event.channels
  return OUTSIDE.filter(c => chosen.includes(c) && modeOf(settings, c) !== 'off')
}
/** Whether an account can be reached by a channel. */
export const ADDRESS: Readonly<Record<OutsideChannel, Sql>> = {
  sms: sql`u.mobile is not null`,
  email: sql`u.email is not null`,
  wecom: sql`u.user_type is not null`,
  wechat: sql`false`,
}
/** Writes messages for any number of people in one statement, and puts what goes outside into the queue. One already there about the same within the time is renewed instead;
 *  a lock of the school makes that true for two servers as well. Answers how many people hear of it. */
export async function spread(db: Db, s: Spread, settings: Settings): Promise<number> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`message ${db.me.tenantId}`}, 0))`)
  const rule = await ruleOf(db, s.event)
  const minutes = rule?.mergeMinutes ?? settings.mergeMinutes
  const channels = channelsOf(s.event, rule, settings)
  const people = sql`u.id = any(${[...s.to]}::uuid[])`
  const values = s.values ? JSON.stringify(s.values) : null
  const [done] = await db.query<{ people: string[] | null }>(sql`
    with people as (select u.id, ${firstChannel(s.event, channels)} as channel from sys_user u
      left join message_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.event_code = ${s.event.code}
      where u.tenant_id = ${db.me.tenantId} and u.status <> 'disabled' and ${people}),
    known as (update message m set title = ${s.merged ? s.merged.title(sql`(m.merged + ${s.merged.count})`) : sql`${s.title}`}, content = ${s.content}, variables = ${values}::jsonb, link = ${s.link ?? null}, mobile_link = ${s.mobileLink ?? null},
        merged = m.merged + ${s.merged?.count ?? 1}, read_at = null, updated_at = now(), version = m.version + 1
      from people where m.tenant_id = ${db.me.tenantId} and m.recipient_id = people.id and m.event_code = ${s.event.code} and m.deleted_at is null and not m.is_withdrawn
        and m.created_at > now() - make_interval(mins => ${minutes}) and ${sameBusiness(s)} returning m.recipient_id),
    fresh as (insert into message (tenant_id, recipient_id, event_code, category, title, content, level, biz_type, biz_id, link, mobile_link, variables, merged)
      select ${db.me.tenantId}, people.id, ${s.event.code}, ${s.event.module}, ${s.title}, ${s.content}, ${s.event.level}, ${s.bizType ?? null}, ${s.bizId ?? null}, ${s.link ?? null}, ${s.mobileLink ?? null},
        ${values}::jsonb, ${s.merged?.count ?? 1} from people where people.id not in (select recipient_id from known) returning id, recipient_id),
    inside as (insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, sent_at)
      select ${db.me.tenantId}, id, recipient_id, ${s.event.code}, 'inApp', 'delivered', ${s.event.level}, now() from fresh),
    outside as (insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, obeys_quiet)
      select ${db.me.tenantId}, f.id, f.recipient_id, ${s.event.code}, people.channel, 'queued', ${s.event.level}, ${rule?.quietHours ?? true} from fresh f join people on people.id = f.recipient_id where people.channel is not null returning 1),
    everybody as (select recipient_id from known union all select recipient_id from fresh)
    select array_agg(recipient_id) as people from everybody`)
  const reached = done?.people ?? []
  db.live('message', reached)
  if (channels.length && reached.length) await wake(db, QUEUE)
  return reached.length
}
/** The first channel by which somebody can be reached and that they have not switched off; information may be switched off, the rest may not. */
function firstChannel(event: MessageEvent, channels: readonly OutsideChannel[]): Sql {
  if (!channels.length) return sql`null::text`
  const may = (channel: OutsideChannel): Sql => (event.level === 'info' ? sql` and not coalesce(p.off_channels ? ${channel}, false)` : empty)
  return sql`case ${join(
    channels.map(c => sql`when ${ADDRESS[c]}${may(c)} then ${c}`),
    ' ',
  )} end`
}
/** Without a row it is about, two messages are the same when they say the same. */
const sameBusiness = (s: Spread): Sql =>
  s.bizId ? sql`m.biz_id = ${s.bizId} and m.biz_type is not distinct from ${s.bizType ?? null}` : sql`m.biz_id is null and m.title = ${s.title} and m.content = ${s.content}`
