import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const MAC = 16
const UUID = 16
const macOf = (secret: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'paper check', 32)))
    .update(body)
    .digest()
    .subarray(0, MAC)
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The code in a paper's QR: which paper it is, signed by this installation, so that nobody can make or guess one. */
export function checkCode(secret: Buffer, tenantId: string, issueId: string): string {
  const body = Buffer.concat([bytesOf(tenantId), bytesOf(issueId)])
  return Buffer.concat([body, macOf(secret, body)]).toString('base64url')
}
/** The paper a code speaks of, or undefined when it is not ours to the last bit. */
export function readCheckCode(secret: Buffer, code: string): { tenantId: string; issueId: string } | undefined {
  const bytes = Buffer.from(code, 'base64url')
  // other spellings of the same bytes are not the code we gave out
  if (bytes.length !== UUID * 2 + MAC || bytes.toString('base64url') !== code) return undefined
  const body = bytes.subarray(0, UUID * 2)
  if (!timingSafeEqual(bytes.subarray(UUID * 2), macOf(secret, body))) return undefined
  return { tenantId: uuidOf(body.subarray(0, UUID)), issueId: uuidOf(body.subarray(UUID)) }
}
