import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Challenge of a proof of work, as the server signs it (format of ALTCHA, version 1). */
export interface WorkChallenge {
  algorithm: string
  challenge: string
  maxnumber?: number
  salt: string
  signature: string
}
/** Hashes between two breaths of the page. */
const CHUNK = 2000

/** Finds the number whose hash is the challenge; answers the payload in base64. `crypto.subtle` does not exist on plain http, where schools do run this. */
export async function solveWork({ algorithm, challenge, maxnumber = 1_000_000, salt, signature }: WorkChallenge): Promise<string> {
  for (let number = 0; number <= maxnumber; number++) {
    if (bytesToHex(sha256(utf8ToBytes(salt + number))) === challenge) return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
    if (number % CHUNK === CHUNK - 1) await new Promise(done => setTimeout(done))
  }
  throw new Error('the challenge has no solution')
}
