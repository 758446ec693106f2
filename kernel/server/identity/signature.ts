import { hash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#model'

export type SignMode = 'off' | 'log' | 'enforce'
export type SignatureFault = 'missing' | 'malformed' | 'wrong' | 'skew'
const SKEW_MS = 300_000
const md5 = (text: string): string => hash('md5', text, 'hex')

/** The signature header of a call, as clients of the customer's system make it: it covers the path without its query and
 *  proves nothing about the caller, so it never grants anything. */
export const signatureOf = (path: string, at: number, t10: string): string => `${md5(`${path}?sign=${md5(`${at}${t10}`)}`)}1.${Buffer.from(String(at)).toString('base64')}`

/** What is wrong with a signature header, or undefined. `path` begins with `/api`, as it was sent. */
export function signatureFault(header: string | undefined, path: string, t10: string, now: number): SignatureFault | undefined {
  if (!header) return 'missing'
  const [, sum, stamp] = /^([0-9a-f]{32})1\.([A-Za-z0-9+/]{4,40}={0,2})$/.exec(header) ?? []
  const at = stamp ? Number(Buffer.from(stamp, 'base64').toString('latin1')) : Number.NaN
  if (!sum || !Number.isSafeInteger(at)) return 'malformed'
  const right = signatureOf(path, at, t10).slice(0, 32)
  if (!timingSafeEqual(Buffer.from(sum), Buffer.from(right))) return 'wrong'
  return Math.abs(now - at) > SKEW_MS ? 'skew' : undefined
}
/** A client whose clock is wrong corrects it by `serverTime` and tries again. */
export const signatureRefusal = (fault: SignatureFault, now: number): Refusal =>
  new Refusal(400, [{ rule: `identity.signature.${fault}`, text: fault === 'skew' ? '设备时间与服务器相差超过 5 分钟，请校准后重试' : '请求签名不正确' }], { serverTime: now })
