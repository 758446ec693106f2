import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex MD5 of the UTF-8 text, as the customer's contract requires for passwords and signatures. */
export const md5Hex = (text: string): string => bytesToHex(md5(utf8ToBytes(text)))

/** `FlySource-sign` header: path without query, time and the first ten characters of the token. */
export function signature(path: string, token: string, ts: number): string {
  const time = String(ts)
  return `${md5Hex(`${path}?sign=${md5Hex(time + token.slice(0, 10))}`)}1.${btoa(time)}`
}
