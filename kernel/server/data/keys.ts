import { createHmac, hkdfSync } from 'node:crypto'

/** Keys derived from the installation's secret, one for each purpose. The secret itself is handed to nobody. */
export interface Keys {
  /** 32 bytes for one purpose, by HKDF-SHA256. What a key protects can be read under the name of its purpose only. */
  key(purpose: string): Buffer
  /** HMAC-SHA256 under the secret itself, as it was made before keys had purposes: to recognise what was stored then, never for anything new. */
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
/** Keys by purpose in base64, for a process that gets these and no others. */
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
