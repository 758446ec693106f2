import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { isDate, isUuid } from '#model'

/** What the vendor grants one school on one installation. */
export interface Licensed {
  id: string
  schoolName: string
  edition: string
  /** Codes of the modules; none named means all. */
  modules: string[]
  maxStudents: number
  issuedAt: string
  expireDate: string
  graceDays: number
  machineCode: string
}
/** A parsed registration code: signed text, signature and content. */
export interface RegistrationCode {
  licensed: Licensed
  payload: string
  signature: string
  hash: Buffer
}
const MARK = 'QL1'
const BASE64URL = /^[\w-]+$/

/** Signs a licence; only the vendor has the key. */
export function makeCode(licensed: Licensed, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(licensed)).toString('base64url')
  return `${MARK}.${payload}.${sign(null, Buffer.from(`${MARK}.${payload}`), privateKey).toString('base64url')}`
}
/** Codes are pasted from letters: removes spaces and line breaks, normalises full-width characters. */
export const cleanCode = (given: string): string => given.normalize('NFKC').replace(/[\s\u200b-\u200d\ufeff]/g, '')

/** Parses a code; `undefined` if malformed. The signature is not verified here. */
export function readCode(given: string): RegistrationCode | undefined {
  const [mark, payload = '', signature = '', rest] = cleanCode(given).split('.')
  if (mark !== MARK || rest !== undefined || !BASE64URL.test(payload) || !BASE64URL.test(signature)) return undefined
  const licensed = licensedIn(payload)
  return licensed && { licensed, payload, signature, hash: createHash('sha256').update(`${MARK}.${payload}`).digest() }
}
function licensedIn(payload: string): Licensed | undefined {
  try {
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Licensed
    const texts = [said.id, said.schoolName, said.edition, said.machineCode, said.issuedAt, said.expireDate]
    const isWhole =
      texts.every(text => typeof text === 'string' && text) &&
      isUuid(said.id) &&
      isDate(said.issuedAt) &&
      isDate(said.expireDate) &&
      [said.maxStudents, said.graceDays].every(Number.isSafeInteger) &&
      Array.isArray(said.modules) &&
      said.modules.every(m => typeof m === 'string')
    return isWhole ? said : undefined
  } catch {
    return undefined
  }
}
const keys = new Map<string, KeyObject[]>()
/** Public keys of a PEM text; after a key rotation the old key stays there for licences already issued. */
function keysIn(pem: string): KeyObject[] {
  const made = keys.get(pem) ?? (pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []).map(one => createPublicKey(one))
  keys.set(pem, made)
  return made
}
/** Verifies the signature against the vendor's public keys. */
export const isGenuine = ({ payload, signature }: Pick<RegistrationCode, 'payload' | 'signature'>, vendorKeys: string): boolean =>
  keysIn(vendorKeys).some(key => verify(null, Buffer.from(`${MARK}.${payload}`), key, Buffer.from(signature, 'base64url')))
