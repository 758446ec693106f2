import { BlockList, isIP } from 'node:net'
import { tooMany } from './lockout.ts'

const MINUTE_MS = 60_000
/** Attempts of each address in the running minute, in this process. Whole campuses share one address, so the limit is wide. */
export class AddressLimit {
  private counts = new Map<string, number>()
  private began = Date.now()
  /** Counts one call; an address that has had its share is refused. */
  count(ip: string, perMinute: number): void {
    const retryAfter = this.take(addressOf(ip), perMinute)
    if (retryAfter) throw tooMany(retryAfter)
  }
  /** Counts one attempt; answers the seconds to wait when the address has had its share, else 0. */
  take(address: string, perMinute: number): number {
    if (Date.now() - this.began >= MINUTE_MS) {
      this.counts = new Map()
      this.began = Date.now()
    }
    const count = (this.counts.get(address) ?? 0) + 1
    this.counts.set(address, count)
    return count <= perMinute ? 0 : Math.max(1, Math.ceil((this.began + MINUTE_MS - Date.now()) / 1000))
  }
}
/** What counts as one address: an IPv6 subscriber has a whole /64. */
export function addressOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = plain.includes('::') ? 8 - before.length - after.length : 0
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].slice(0, 4).join(':')
}
const ranges = new Map<string, BlockList>()
/** Whether an address lies in one of the campus ranges, written `10.0.0.0/8, 2001:da8::/32`. */
export function isCampus(ip: string, text: string): boolean {
  if (!text) return false
  const list = ranges.get(text) ?? blockList(text)
  ranges.set(text, list)
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
function blockList(text: string): BlockList {
  const list = new BlockList()
  for (const range of text.split(/[\s,;，；]+/)) {
    const [net = '', bits] = range.split('/')
    const family = isIP(net)
    if (!family) continue
    const most = family === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= most) list.addSubnet(net, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
