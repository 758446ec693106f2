import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import type { Db } from '#server/context.ts'
import type { Actor, School } from '#testing/school.ts'

/** Saves parameters of a group like the settings page. */
export async function setParams(school: School, group: string, content: Readonly<Record<string, unknown>>): Promise<void> {
  const [last] = await school.db.query<{ version: number; content: Record<string, unknown> }>(
    sql`select version, content from base_params where tenant_id = ${school.tenantId} and params_id = ${group} order by version desc limit 1`,
  )
  await school.db.query(
    sql`insert into base_params (tenant_id, params_id, version, content) values (${school.tenantId}, ${group}, ${(last?.version ?? 0) + 1}, ${JSON.stringify({ ...last?.content, ...content })}::jsonb)`,
  )
  await school.db.changed(baseParams)
}
export const rows = <T extends object>(db: Db, text: TemplateStringsArray, ...values: unknown[]): Promise<T[]> => db.query<T>(sql(text, ...(values as never[])))
export const unread = async (who: { get(path: string): Promise<{ data: unknown }> }): Promise<unknown> => (await who.get('base/message/unreadCount')).data
/** A service outside the school, on this machine, with what it has been asked. */
export interface Provider {
  address: string
  calls: Array<{ path: string; body: Record<string, unknown> | null }>
  close(): void
}
export async function openProvider(answer: (path: string) => unknown): Promise<Provider> {
  const calls: Provider['calls'] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += String(part)
    const path = request.url ?? ''
    calls.push({ path, body: body ? (JSON.parse(body) as Record<string, unknown>) : null })
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(path)))
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close: () => void server.close() }
}
/** Saves the channels of an event like the page of the rules. */
export async function saveChannels(admin: Actor, eventCode: string, channels: readonly string[]): Promise<void> {
  const { data } = await admin.get<Array<{ eventCode: string; version: number }>>('base/messageRule/matrix')
  const version = data.find(r => r.eventCode === eventCode)?.version
  const saved = await admin.post('base/messageRule/save', { eventCode, channels, isEnabled: true, quietHours: true, mergeMinutes: 0, templates: {}, version })
  if (saved.code !== 200) throw new Error(saved.msg)
}
export interface Delivery {
  id: string
  channel: string
  state: string
  tries: number
  wait: number
  error: string | null
  text: string | null
}
/** What went to somebody by the channels outside, in order. */
export const deliveriesOf = (school: School, userId: string): Promise<Delivery[]> =>
  school.db.query<Delivery>(sql`select id, channel, state, tries, round(extract(epoch from next_at - now()) / 60)::int as wait, error, sent_text as text from message_delivery
    where tenant_id = ${school.tenantId} and recipient_id = ${userId} and channel <> 'inApp' order by created_at`)
