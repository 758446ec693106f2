import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import type { Merchant } from './adapter.ts'
import type { Contract } from './contract.ts'
import { isSignedRsa, type Params, signRsa, sortedText } from './signing.ts'

const SM2_OPTIONS = { hash: true, der: false } as const
/** The text a signature covers. */
const textOf = ({ sign }: Contract, params: Params, apiKey: string): string => `${sortedText(params, [sign.field, ...sign.without])}${sign.suffix.replace('{key}', apiKey)}`
const encoded = (bytes: Buffer, encoding: Contract['sign']['encoding']): string => {
  if (encoding === 'base64') return bytes.toString('base64')
  return encoding === 'HEX' ? bytes.toString('hex').toUpperCase() : bytes.toString('hex')
}
const bytesOf = (text: string, encoding: Contract['sign']['encoding']): Buffer => Buffer.from(text, encoding === 'base64' ? 'base64' : 'hex')
function digest(kind: 'MD5' | 'HMAC-SHA256', text: string, apiKey: string): Buffer {
  return kind === 'MD5' ? createHash('md5').update(text, 'utf8').digest() : createHmac('sha256', apiKey).update(text, 'utf8').digest()
}
/** Signs what is sent to a unified payment platform, as its declaration says. Keys of SM2 are hexadecimal. */
export function signUnified(m: Merchant, contract: Contract, params: Params): string {
  const { kind, encoding } = contract.sign
  const text = textOf(contract, params, m.apiKey)
  if (kind === 'RSA2') return encoded(Buffer.from(signRsa(text, m.privateKey), 'base64'), encoding)
  if (kind === 'SM2') return encoded(Buffer.from(sm2.doSignature(text, m.privateKey.trim(), SM2_OPTIONS), 'hex'), encoding)
  return encoded(digest(kind, text, m.apiKey), encoding)
}
export function isSignedUnified(m: Merchant, contract: Contract, params: Params): boolean {
  const { kind, encoding, field } = contract.sign
  const given = bytesOf(params[field] ?? '', encoding)
  if (!given.length) return false
  const text = textOf(contract, params, m.apiKey)
  if (kind === 'RSA2') return isSignedRsa(text, given.toString('base64'), m.providerKey)
  if (kind === 'SM2') return given.length === 64 && sm2.doVerifySignature(text, given.toString('hex'), m.providerKey.trim(), SM2_OPTIONS)
  const right = digest(kind, text, m.apiKey)
  return right.length === given.length && timingSafeEqual(right, given)
}
