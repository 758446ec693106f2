import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Signed proof-of-work challenge (ALTCHA format, version 1). */
export interface WorkChallenge {
  algorithm: string
  challenge: string
  maxnumber?: number
  salt: string
  signature: string
}
/** Hashes per batch, after which the page gets a turn. */
const CHUNK = 2000

/** Finds the number whose hash is the challenge; returns the base64 payload. `crypto.subtle` is unavailable on plain http, which some schools use. */
export async function solveWork({ algorithm, challenge, maxnumber = 1_000_000, salt, signature }: WorkChallenge): Promise<string> {
  for (let number = 0; number <= maxnumber; number++) {
    if (bytesToHex(sha256(utf8ToBytes(salt + number))) === challenge) return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
    if (number % CHUNK === CHUNK - 1) await new Promise(done => setTimeout(done))
  }
  throw new Error('the challenge has no solution')
}
