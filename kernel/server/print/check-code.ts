import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC = 16
const UUID = 16
/** Key derivation purpose of check codes. */
export const CHECK_KEY = 'paper check'
const macOf = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, MAC)
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Signed code in a document's QR code, which cannot be forged or enumerated. */
export function checkCode(key: Buffer, tenantId: string, issueId: string): string {
  const body = Buffer.concat([bytesOf(tenantId), bytesOf(issueId)])
  return Buffer.concat([body, macOf(key, body)]).toString('base64url')
}
/** Document of a check code; undefined when the signature is invalid. */
export function readCheckCode(key: Buffer, code: string): { tenantId: string; issueId: string } | undefined {
  const bytes = Buffer.from(code, 'base64url')
  // reject non-canonical base64url encodings of the same bytes
  if (bytes.length !== UUID * 2 + MAC || bytes.toString('base64url') !== code) return undefined
  const body = bytes.subarray(0, UUID * 2)
  if (!timingSafeEqual(bytes.subarray(UUID * 2), macOf(key, body))) return undefined
  return { tenantId: uuidOf(body.subarray(0, UUID)), issueId: uuidOf(body.subarray(UUID)) }
}
