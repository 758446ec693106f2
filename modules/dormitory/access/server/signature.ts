import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SKEW_MS } from '../model/intake.ts'

const SECRET_BYTES = 24
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
/** Signed content: timestamp in milliseconds, newline, raw body. Hexadecimal HMAC. */
export const signatureOf = (secret: string, timestamp: string, body: string | Buffer): string => createHmac('sha256', secret).update(`${timestamp}\n`).update(body).digest('hex')

export function isSignedBy(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  const made = Buffer.from(signatureOf(secret, timestamp, body), 'hex')
  const given = Buffer.from(signature, 'hex')
  return given.length === made.length && timingSafeEqual(made, given)
}
export const isSkewed = (timestamp: string, now = Date.now()): boolean => Math.abs(now - Number(timestamp)) > SKEW_MS
