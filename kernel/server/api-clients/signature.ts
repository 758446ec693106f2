import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export const HEADERS = { key: 'app-key', timestamp: 'app-timestamp', nonce: 'app-nonce', signature: 'app-signature' } as const
/** Tolerated clock difference of applications. */
export const SKEW_MS = 300_000

/** Signed parts of a request, as sent. */
export interface SignedCall {
  method: string
  /** Starting at `/api`. */
  path: string
  /** Raw query string without the question mark. */
  query: string
  body?: string
  /** Milliseconds. */
  timestamp: string
  nonce: string
}
const sha256 = (text: string): string => hash('sha256', text, 'hex')
/** Stored hash of a secret; also the HMAC key of signatures. */
export const signingKey = (secret: string): string => sha256(secret)
const textOf = ({ method, path, query, body = '', timestamp, nonce }: SignedCall): string => [method, path, query, sha256(body), timestamp, nonce].join('\n')
const hmac = (key: string, call: SignedCall): Buffer => createHmac('sha256', Buffer.from(key, 'hex')).update(textOf(call)).digest()

export const sign = (secret: string, call: SignedCall): string => hmac(signingKey(secret), call).toString('hex')
/** Whether one of the keys made this signature. All keys are tried, with constant-time comparison. */
export function isSignedBy(keys: readonly string[], call: SignedCall, signature: string): boolean {
  const given = Buffer.from(signature, 'hex')
  return keys.map(key => timingSafeEqual(hmac(key, call), given)).includes(true)
}
