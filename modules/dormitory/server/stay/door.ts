import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#server/context.ts'
import type { KernelCtx } from '#server/records.ts'

const MAC = 12
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
function macOf(secret: Buffer, tenantId: string, id: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'dormitory door', 32))
  return createHmac('sha256', key).update(`${tenantId} `).update(id).digest().subarray(0, MAC)
}
/** What stands beside a room's door. It does not change, so that it can be printed; knowing a room's id is not enough to make one. */
export function doorCode(secret: Buffer, tenantId: string, roomId: string): string {
  const bytes = bytesOf(roomId)
  return Buffer.concat([bytes, macOf(secret, tenantId, bytes)]).toString('base64url')
}
/** The room of a code that this school made. */
export function roomOfDoor(secret: Buffer, tenantId: string, code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== 16 + MAC || bytes.toString('base64url') !== code) return undefined
  const [id, mac] = [bytes.subarray(0, 16), bytes.subarray(16)]
  return timingSafeEqual(mac, macOf(secret, tenantId, id)) ? uuidOf(id) : undefined
}
// every call's context is the kernel's own, which holds the installation's secret
export const secretOf = (ctx: Ctx): Buffer => (ctx as KernelCtx).core.secret
