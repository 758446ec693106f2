import { createHmac, hkdfSync } from 'node:crypto'

/** Keys derived from the installation's secret, one per purpose. The secret itself is never exposed. */
export interface Keys {
  /** 32-byte key by HKDF-SHA256. Data protected under one purpose cannot be read under another. */
  key(purpose: string): Buffer
  /** HMAC-SHA256 under the secret itself, as used before keys had purposes: only to verify data stored then. */
  formerMac(text: string): Buffer
}
/** Keys of the secret in the data folder or the environment. */
export function keysOf(secret: Buffer): Keys {
  const known = new Map<string, Buffer>()
  return {
    key(purpose) {
      const made = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
      known.set(purpose, made)
      return made
    },
    formerMac: text => createHmac('sha256', secret).update(text).digest(),
  }
}
/** Keys by purpose in base64, for a child process that gets no others. */
export type GivenKeys = Readonly<Record<string, string>>
export const givenKeys = (keys: Pick<Keys, 'key'>, purposes: readonly string[]): GivenKeys =>
  Object.fromEntries(purposes.map(purpose => [purpose, keys.key(purpose).toString('base64')]))
export const keysFrom = (given: GivenKeys): Keys => ({
  key(purpose) {
    const text = given[purpose]
    if (text === undefined) throw new Error(`this process has no key for ${purpose}`)
    return Buffer.from(text, 'base64')
  },
  formerMac() {
    throw new Error('this process has no secret')
  },
})
