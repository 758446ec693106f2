import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/context.ts'

const MAC = 12
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
function macOf(key: Buffer, tenantId: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update(`${tenantId} `).update(id).digest().subarray(0, MAC)
}
/** Code on a room's door: permanent, so that it can be printed; signed, so that a room id alone does not suffice. */
export function doorCode(key: Buffer, tenantId: string, roomId: string): string {
  const bytes = bytesOf(roomId)
  return Buffer.concat([bytes, macOf(key, tenantId, bytes)]).toString('base64url')
}
/** Verifies a door code of this school and returns the room. */
export function roomOfDoor(key: Buffer, tenantId: string, code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== 16 + MAC || bytes.toString('base64url') !== code) return undefined
  const [id, mac] = [bytes.subarray(0, 16), bytes.subarray(16)]
  return timingSafeEqual(mac, macOf(key, tenantId, id)) ? uuidOf(id) : undefined
}
export const doorKey = (db: Db): Buffer => db.key('dormitory door')
/** Room of a scanned door code. */
export const roomOfDoorCode = (db: Db, code: string): string | undefined => roomOfDoor(doorKey(db), db.me.tenantId, code)
