import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
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

/** A browser that has subscribed, with the private half of its keys: it reads what is pushed to it. */
export interface Phone {
  endpoint: string
  p256dh: string
  auth: string
  /** What it was pushed, decrypted. */
  shown: Array<{ title: string; body: string; link: string }>
  /** The headers that came with it, and the claims of the token in `authorization`, whose signature fits the public key beside it. */
  calls: Array<{ headers: Readonly<Record<string, unknown>>; claims: Record<string, unknown>; key: string }>
}
export interface PushService {
  host: string
  phone(): Phone
  /** What the service answers for this phone from now on, instead of 201. */
  answer(phone: Phone, status: number, headers?: Readonly<Record<string, string>>): void
  /** Calls to addresses that belong to no phone. */
  strays: string[]
  close(): void
}
/** A push service as browsers' makers run them. It decrypts by RFC 8291 and RFC 8188 on its own, with nothing but Node's cryptography. */
export async function openPushService(): Promise<PushService> {
  const phones = new Map<string, { phone: Phone; keys: ECDH; secret: Buffer }>()
  const answers = new Map<string, { status: number; headers: Readonly<Record<string, string>> }>()
  const strays: string[] = []
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const found = phones.get(request.url ?? '')
    if (!found) strays.push(request.url ?? '')
    const { status, headers } = answers.get(request.url ?? '') ?? { status: found ? 201 : 404, headers: {} }
    if (found && status === 201) {
      found.phone.shown.push(JSON.parse(opened(Buffer.concat(parts), found.keys, found.secret)) as Phone['shown'][number])
      found.phone.calls.push({ headers: request.headers, ...claimsOf(request.headers.authorization ?? '') })
    }
    reply.writeHead(status, headers).end()
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    strays,
    phone() {
      const [keys, secret, path] = [createECDH('prime256v1'), randomBytes(16), `/push/${randomBytes(16).toString('base64url')}`]
      keys.generateKeys()
      const phone: Phone = { endpoint: `http://${host}${path}`, p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url'), shown: [], calls: [] }
      phones.set(path, { phone, keys, secret })
      return phone
    },
    answer: (phone, status, headers = {}) => void answers.set(new URL(phone.endpoint).pathname, { status, headers }),
    close: () => void server.close(),
  }
}
function opened(body: Buffer, keys: ECDH, secret: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20] as number]
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), secret, info, 32))
  const part = (name: string, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes))
  const sealed = body.subarray(21 + length)
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12)).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}
function claimsOf(authorization: string): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string } })
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not fit')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>, key }
}
