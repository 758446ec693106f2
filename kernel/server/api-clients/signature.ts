import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export const HEADERS = { key: 'app-key', timestamp: 'app-timestamp', nonce: 'app-nonce', signature: 'app-signature' } as const
/** How far the clock of an application may be off. */
export const SKEW_MS = 300_000

/** What of a call its signature covers, as it was sent. */
export interface SignedCall {
  method: string
  /** From `/api` on. */
  path: string
  /** Without the question mark, in the order and spelling of the address. */
  query: string
  body?: string
  /** Milliseconds. */
  timestamp: string
  nonce: string
}
const sha256 = (text: string): string => hash('sha256', text, 'hex')
/** What is kept of a secret, and what calls are signed with. */
export const signingKey = (secret: string): string => sha256(secret)
const textOf = ({ method, path, query, body = '', timestamp, nonce }: SignedCall): string => [method, path, query, sha256(body), timestamp, nonce].join('\n')
const hmac = (key: string, call: SignedCall): Buffer => createHmac('sha256', Buffer.from(key, 'hex')).update(textOf(call)).digest()

export const sign = (secret: string, call: SignedCall): string => hmac(signingKey(secret), call).toString('hex')
/** Whether one of the keys made this signature; every key is tried, and how long it takes tells nothing of where they differ. */
export function isSignedBy(keys: readonly string[], call: SignedCall, signature: string): boolean {
  const given = Buffer.from(signature, 'hex')
  return keys.map(key => timingSafeEqual(hmac(key, call), given)).includes(true)
}
