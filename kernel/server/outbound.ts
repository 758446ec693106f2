import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'
import { Refusal } from '#model'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_048_576
/** Networks that are not the open internet: our own machines, our neighbours, the cloud's own services. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an address lies outside the open internet; one of IPv4 written as IPv6 counts as what it is. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  return family === 0 || PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}
/** `host` or `host:port`, separated by commas, as an administrator writes them down. */
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
/** Whether the administrator wrote this address's host down. */
export const isListedUrl = (url: URL, listed: ReadonlySet<string>): boolean => isListed(url.hostname, portOf(url), listed)

export interface Target {
  address: string
  family: number
}
const blocked = (host: string): Refusal =>
  new Refusal(422, [{ rule: 'outbound.blocked', text: '“{host}”是内部地址，不能连接；确实需要时请系统管理员在系统参数里允许它', values: { host } }])

/** The address a name stands for, once: whoever connects to it cannot be sent elsewhere by a second answer. Inner addresses only where the administrator allowed the host. */
export async function resolveOutbound(host: string, port: number, allowed: ReadonlySet<string>): Promise<Target> {
  const name = nameOf(host)
  const found = isIP(name) ? [{ address: name, family: isIP(name) }] : await lookup(name, { all: true }).catch(() => [])
  if (!found[0]) throw new Refusal(422, [{ rule: 'outbound.unknownHost', text: '找不到“{host}”，请检查地址', values: { host } }])
  if (!isListed(host, port, allowed) && found.some(f => isPrivate(f.address))) throw blocked(host)
  return found[0]
}
export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  timeoutMs?: number
  mostBytes?: number
  /** Hosts inside that the administrator allowed. */
  allowed?: ReadonlySet<string>
}
export interface OutboundAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
/** A call whose content and answer flow. */
export interface OutboundStream extends Omit<OutboundRequest, 'method' | 'body' | 'mostBytes'> {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  body?: string | Buffer | Readable
}
/** The one way a call leaves for another machine: the name is resolved once, inner addresses are refused, redirects are answered and not followed. */
export async function streamOut(address: string, request: OutboundStream = {}): Promise<IncomingMessage> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refusal(422, [{ rule: 'outbound.address', text: '“{address}”不是可以连接的网址', values: { address: address.slice(0, 80) } }])
  const target = await resolveOutbound(url.hostname, portOf(url), request.allowed ?? new Set())
  const { body } = request
  const length = typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  return new Promise((done, failed) => {
    const sent = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: request.method ?? 'GET',
        headers: { ...length, ...request.headers },
        agent: false,
        signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
        // whatever is asked, the answer is the address that was checked
        lookup: (_host, options, answer) => (options.all ? answer(null, [target]) : answer(null, target.address, target.family)),
      },
      done,
    )
    sent.on('error', failed)
    if (body instanceof Readable) body.on('error', fault => sent.destroy(fault)).pipe(sent)
    else sent.end(body)
  })
}
/** The same where the answer is short: it is read whole, its size bounded. */
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
