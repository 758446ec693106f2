import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Field encryption at rest, and the keyed hash by which encrypted values are found. */
export interface Cipher {
  /** `v1.` + base64url of nonce, tag and text. */
  encrypt(text: string): string
  decrypt(stored: string): string
  /** HMAC of the normalised value; equal values give equal hashes within one installation. */
  hash(text: string): string
}
/** Purposes of the keys a cipher needs. */
export const CIPHER_KEYS = ['field encryption', 'field index'] as const
export function cipher(keys: Pick<Keys, 'key'>): Cipher {
  // Reuse KeyObjects: creating one per call costs several times the decryption of a short text.
  const key = createSecretKey(keys.key(CIPHER_KEYS[0]))
  const indexKey = createSecretKey(keys.key(CIPHER_KEYS[1]))
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const made = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([made.update(text, 'utf8'), made.final()])
      return `v1.${Buffer.concat([nonce, made.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(stored) {
      const bytes = Buffer.from(stored.slice(3), 'base64url')
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      const text = opened.update(bytes.subarray(28))
      opened.final()
      return text.toString()
    },
    hash: text => createHmac('sha256', indexKey).update(text.trim().toUpperCase()).digest('base64url'),
  }
}
