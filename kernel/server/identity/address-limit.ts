import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { addressOf, RateLimit } from '../base/rate-limit.ts'
import { tooMany } from './lockout.ts'

export { addressOf }
/** Rate limit per IP address and minute. Limits are generous, because a whole campus may share one address. Limits equal for all schools are declared at the route (`limit`)
 *  instead. */
export class AddressLimit extends RateLimit {
  /** Counts a call; throws 429 beyond the limit. */
  count(ip: string, perMinute: number): void {
    const retryAfter = this.take(addressOf(ip), perMinute)
    if (retryAfter) throw tooMany(retryAfter)
  }
}
const MOST_RANGES = 1_000
const ranges = new LRUCache<string, BlockList>({ max: MOST_RANGES })
/** Whether an IP address lies in one of the campus ranges (`10.0.0.0/8, 2001:da8::/32`). */
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
