import { createHmac, timingSafeEqual } from 'node:crypto'

export const TICKET_SECONDS = 60
interface Ticket {
  tenantId: string
  userId: string
  fileId: string
}
/** Key derivation purpose of tickets. */
export const TICKET_KEY = 'file ticket'
const sign = (key: Buffer, body: string, fileId: string): string => createHmac('sha256', key).update(`${body}.${fileId}`).digest('base64url')

/** Signed ticket: one file, one person, one minute. It cannot be used as a session token. */
export function makeTicket(key: Buffer, { tenantId, userId, fileId }: Ticket, now = Date.now()): string {
  const body = `ft1.${tenantId}.${userId}.${Math.floor(now / 1000) + TICKET_SECONDS}`
  return `${body}.${sign(key, body, fileId)}`
}
export const isTicket = (text: string): boolean => text.startsWith('ft1.')
/** The ticket's holder; undefined when it is forged, expired or for another file. */
export function readTicket(key: Buffer, text: string, fileId: string, now = Date.now()): Ticket | undefined {
  const [mark, tenantId, userId, until, mac] = text.split('.')
  if (mark !== 'ft1' || !tenantId || !userId || !until || !mac || Number(until) * 1000 < now) return undefined
  const wanted = Buffer.from(sign(key, `ft1.${tenantId}.${userId}.${until}`, fileId))
  const given = Buffer.from(mac)
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? { tenantId, userId, fileId } : undefined
}
