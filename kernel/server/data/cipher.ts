import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/** Encryption at rest of single fields, and the keyed hash by which they are found. Keys derive from the installation's secret. */
export interface Cipher {
  /** `v1.` + base64url of nonce, tag and text. */
  encrypt(text: string): string
  decrypt(stored: string): string
  /** HMAC of the normalised value; equal values give equal hashes within one installation. */
  hash(text: string): string
}
export function cipher(secret: Buffer): Cipher {
  // Key objects: from bytes, each use would make one anew, which costs several times the decryption of a short text.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'field encryption', 32)))
  const indexKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'field index', 32)))
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
