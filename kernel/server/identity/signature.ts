import { hash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#model'

export type SignMode = 'off' | 'log' | 'enforce'
export type SignatureFault = 'missing' | 'malformed' | 'wrong' | 'skew'
const SKEW_MS = 300_000
const md5 = (text: string): string => hash('md5', text, 'hex')

/** Signature header compatible with the customer's clients. It covers the path without the query and authenticates nobody, so it never grants access. */
export const signatureOf = (path: string, at: number, t10: string): string => `${md5(`${path}?sign=${md5(`${at}${t10}`)}`)}1.${Buffer.from(String(at)).toString('base64')}`

/** Error of a signature header; undefined when valid. `path` starts with `/api`, as sent. */
export function signatureFault(header: string | undefined, path: string, t10: string, now: number): SignatureFault | undefined {
  if (!header) return 'missing'
  const [, sum, stamp] = /^([0-9a-f]{32})1\.([A-Za-z0-9+/]{4,40}={0,2})$/.exec(header) ?? []
  const at = stamp ? Number(Buffer.from(stamp, 'base64').toString('latin1')) : Number.NaN
  if (!sum || !Number.isSafeInteger(at)) return 'malformed'
  const right = signatureOf(path, at, t10).slice(0, 32)
  if (!timingSafeEqual(Buffer.from(sum), Buffer.from(right))) return 'wrong'
  return Math.abs(now - at) > SKEW_MS ? 'skew' : undefined
}
/** Returns `serverTime`, so that a client with a wrong clock can correct itself and retry. */
export const signatureRefusal = (fault: SignatureFault, now: number): Refusal =>
  new Refusal(400, [{ rule: `identity.signature.${fault}`, text: fault === 'skew' ? '设备时间与服务器相差超过 5 分钟，请校准后重试' : '请求签名不正确' }], { serverTime: now })
