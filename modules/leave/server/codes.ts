import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/context.ts'

/** Kind of a rotating code: a slip, or the desk where students report back. */
export type CodeKind = 'slip' | 'desk'
const MAC = 12
/** A code stays valid for one more time slot. */
const SLOTS_BACK = 1
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const slotAt = (now: number, seconds: number): number => Math.floor(now / 1000 / seconds)

function macOf(key: Buffer, tenantId: string, kind: CodeKind, id: Buffer, slot: number): Buffer {
  return createHmac('sha256', key).update(`${tenantId} ${kind} ${slot} `).update(id).digest().subarray(0, MAC)
}
/** 20-L12: signs a row's id with the time slot, so that a screenshot of the code expires within seconds. */
export function codeAt(key: Buffer, tenantId: string, kind: CodeKind, id: string, seconds: number, now: number): string {
  const bytes = bytesOf(id)
  return Buffer.concat([bytes, macOf(key, tenantId, kind, bytes, slotAt(now, seconds))]).toString('base64url')
}
/** Verifies a code and returns its id; undefined if expired or forged. */
export function readCode(key: Buffer, tenantId: string, kind: CodeKind, code: string, seconds: number, now: number): string | undefined {
  const bytes = Buffer.from(code, 'base64url')
  if (bytes.length !== 16 + MAC || bytes.toString('base64url') !== code) return undefined
  const [id, mac] = [bytes.subarray(0, 16), bytes.subarray(16)]
  const slot = slotAt(now, seconds)
  const isFresh = Array.from({ length: SLOTS_BACK + 1 }, (_, back) => slot - back).some(s => timingSafeEqual(mac, macOf(key, tenantId, kind, id, s)))
  return isFresh ? uuidOf(id) : undefined
}
export const codeKey = (db: Db): Buffer => db.key('leave code')
