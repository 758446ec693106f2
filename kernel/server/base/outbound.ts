import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Refusal } from '#model'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_048_576
/** Global unicast IPv6 is 2000::/3; unallocated space counts as private. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address lies outside the open internet: private, special or unassigned by IANA's registries. IPv4 written as IPv6 (`::ffff:a.b.c.d`) counts as IPv4. */
export function isPrivate(address: string): boolean {
  if (!isIP(address)) return true
  const parsed = ipaddr.process(address)
  return parsed.range() !== 'unicast' || (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_V6))
}
/** `host` or `host:port`, separated by commas or spaces. */
export const hostsIn = (text: string | null): ReadonlySet<string> =>
  new Set(
    (text ?? '')
      .split(/[,，\s]+/)
      .map(h => h.toLowerCase())
      .filter(Boolean),
  )
const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))
const nameOf = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase()
const isListed = (host: string, port: number, listed: ReadonlySet<string>): boolean => listed.has(nameOf(host)) || listed.has(`${nameOf(host)}:${port}`)
let parsedHosts: { text: string; hosts: ReadonlySet<string> } = { text: '', hosts: new Set() }
const ownHosts = new Set<string>()
/** Internal hosts this installation may call: `OUTBOUND_HOSTS` of its environment. No school can add to them, because a school's administrator is not the operator of the
 *  server's network. */
export function innerHosts(): ReadonlySet<string> {
  const text = [process.env.OUTBOUND_HOSTS ?? '', ...ownHosts].join(',')
  if (text !== parsedHosts.text) parsedHosts = { text, hosts: hostsIn(text) }
  return parsedHosts.hosts
}
/** Allows an internal host in this process, for a server that calls itself: the demo simulates external systems. */
export const allowOwnHost = (host: string): void => void ownHosts.add(host)
/** Whether the host of this URL is one of the allowed internal hosts. */
export const isInnerHost = (url: URL): boolean => isListed(url.hostname, portOf(url), innerHosts())

const NONE: ReadonlySet<string> = new Set()
export interface Target {
  address: string
  family: number
}
const blocked = (host: string): Refusal =>
  new Refusal(422, [{ rule: 'outbound.blocked', text: '“{host}”是内部地址，不能连接；确实需要时请运维人员把它加入服务器的 OUTBOUND_HOSTS', values: { host } }])

/** Resolves a host name once: connecting to the returned address prevents DNS rebinding. Internal addresses only if the installation allows the host (`OUTBOUND_HOSTS`) or its
 *  environment names it for this use (`trusted`). */
export async function resolveOutbound(host: string, port: number, trusted: ReadonlySet<string> = NONE): Promise<Target> {
  const name = nameOf(host)
  const found = isIP(name) ? [{ address: name, family: isIP(name) }] : await lookup(name, { all: true }).catch(() => [])
  if (!found[0]) throw new Refusal(422, [{ rule: 'outbound.unknownHost', text: '找不到“{host}”，请检查地址', values: { host } }])
  if (!isListed(host, port, innerHosts()) && !isListed(host, port, trusted) && found.some(f => isPrivate(f.address))) throw blocked(host)
  return found[0]
}
export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  timeoutMs?: number
  /** Ends the call before its time. */
  signal?: AbortSignal | undefined
  mostBytes?: number
  /** Hosts the environment names for this very use; never anything a school has written. */
  trusted?: ReadonlySet<string>
}
export interface OutboundAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
/** A call with streamed request and response bodies. */
export interface OutboundStream extends Omit<OutboundRequest, 'method' | 'body' | 'mostBytes'> {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  body?: string | Buffer | Readable
}
/** The only way to call another machine: the name is resolved once, internal addresses are refused, redirects are returned and not followed. */
export async function streamOut(address: string, request: OutboundStream = {}): Promise<IncomingMessage> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refusal(422, [{ rule: 'outbound.address', text: '“{address}”不是可以连接的网址', values: { address: address.slice(0, 80) } }])
  const target = await resolveOutbound(url.hostname, portOf(url), request.trusted)
  const { body } = request
  const length = typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  return new Promise((done, failed) => {
    const sent = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: request.method ?? 'GET',
        headers: { ...length, ...request.headers },
        agent: false,
        signal: AbortSignal.any([AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS), ...(request.signal ? [request.signal] : [])]),
        // always connect to the address that was checked
        lookup: (_host, options, answer) => (options.all ? answer(null, [target]) : answer(null, target.address, target.family)),
      },
      done,
    )
    sent.on('error', failed)
    if (body instanceof Readable) body.on('error', fault => sent.destroy(fault)).pipe(sent)
    else sent.end(body)
  })
}
/** Same for short responses: reads the whole body, of bounded size. */
export const callOut = async (address: string, request: OutboundRequest = {}): Promise<OutboundAnswer> =>
  collect(await streamOut(address, request), request.mostBytes ?? MOST_BYTES)

async function collect(reply: IncomingMessage, most: number): Promise<OutboundAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of reply) {
    size += (part as Buffer).length
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part as Buffer)
  }
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }
}
