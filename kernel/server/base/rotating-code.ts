import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes on a screen that change by the clock. They are derived from the secret of the row they are about and the time, so nothing is stored. */
const MAC = 12
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const stepAt = (now: number, seconds: number): number => Math.floor(now / 1000 / seconds)
const macOf = (secret: string, ...parts: ReadonlyArray<string | number>): Buffer => createHmac('sha256', secret).update(parts.join(' ')).digest().subarray(0, MAC)
const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
const isUuidLong = (bytes: Buffer, code: string, length: number): boolean => bytes.length === length && bytes.toString('base64url') === code

/** Milliseconds until the next code. */
export const leftOf = (now: number, seconds: number): number => seconds * 1000 - (now % (seconds * 1000))
/** The code of a row at a moment. */
export function codeAt(secret: string, rowId: string, seconds: number, now: number): string {
  return Buffer.concat([bytesOf(rowId), macOf(secret, 'qr', stepAt(now, seconds))]).toString('base64url')
}
/** The row a code claims; only its secret can verify it. */
export function rowIn(code: string): string | undefined {
  const bytes = Buffer.from(code, 'base64url')
  return isUuidLong(bytes, code, 16 + MAC) ? uuidOf(bytes.subarray(0, 16)) : undefined
}
/** Whether a code is the current one, or one of those `back` before it: it may have been scanned just before it changed. */
export function isFresh(secret: string, code: string, seconds: number, now: number, back = 1): boolean {
  const mac = Buffer.from(code, 'base64url').subarray(16)
  return Array.from({ length: back + 1 }, (_, n) => n).some(n => isSame(mac, macOf(secret, 'qr', stepAt(now, seconds) - n)))
}
/** A personal ticket, valid for a while: a photo or position may follow. */
export function ticketFor(secret: string, userId: string, until: number): string {
  return `${until.toString(36)}.${macOf(secret, 'ticket', userId, until).toString('base64url')}`
}
/** Whether a ticket is this account's and still valid. */
export function isTicket(secret: string, userId: string, ticket: string, now: number): boolean {
  const [time = '', mac = ''] = ticket.split('.')
  const until = Number.parseInt(time, 36)
  return until > now && isSame(Buffer.from(mac, 'base64url'), macOf(secret, 'ticket', userId, until))
}
/** Four-digit number, new every minute. */
const NUMBER_SECONDS = 60
const numberOf = (secret: string, step: number): string => String(macOf(secret, 'number', step).readUInt32BE() % 10_000).padStart(4, '0')
export const numberAt = (secret: string, now: number): string => numberOf(secret, stepAt(now, NUMBER_SECONDS))
export const isNumber = (secret: string, given: string, now: number): boolean => [0, 1].some(back => given === numberOf(secret, stepAt(now, NUMBER_SECONDS) - back))
