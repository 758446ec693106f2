import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js'

/** Stored form of a PIN while the screen is locked. */
export interface KeptPin {
  salt: string
  hash: string
}
export const PIN_FORM = /^\d{4,8}$/
const hashOf = (pin: string, salt: Uint8Array): string => bytesToHex(pbkdf2(sha256, pin, salt, { c: 60_000, dkLen: 32 }))

export function keepPin(pin: string): KeptPin {
  const salt = randomBytes(16)
  return { salt: bytesToHex(salt), hash: hashOf(pin, salt) }
}
export const isPin = (pin: string, kept: KeptPin): boolean => PIN_FORM.test(pin) && hashOf(pin, hexToBytes(kept.salt)) === kept.hash
