import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { type Check, idVerification } from '../model/verification.ts'

/** How long a result may follow what was read. */
const MINUTES = 10
/** What was found in a document: no value of it, because it lies in the browser until the result is given. */
export interface Reading {
  memberId: string
  pointId: string
  device: string | null
  faults: readonly Check[]
  /** The picture of the card, kept for whoever read it. */
  photo: string | null
  /** Tells that the roll has changed since. */
  roll: string
}
const macOf = (db: Db, body: string): Buffer => createHmac('sha256', db.key('id readings')).update(`${db.me.userId} ${body}`).digest()
/** Name and number of the roll, as a mark that says nothing. */
export const rollMark = (db: Db, { name, idNo }: { name: string; idNo: string }): string => macOf(db, `${name} ${idNo}`).toString('base64url').slice(0, 16)

/** Signs what was read for the caller alone, so that nobody gives a result for what was not read. */
export function signReading(db: Db, reading: Reading): string {
  const body = Buffer.from(JSON.stringify({ ...reading, until: Date.now() + MINUTES * MINUTE_MS })).toString('base64url')
  return `${body}.${macOf(db, body).toString('base64url')}`
}
/** Reads what the caller's own reading says; one that is forged, another's or too old is refused. */
export function openReading(db: Db, text: string): Reading {
  const [body = '', mac = ''] = text.split('.')
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(db, body)]
  const refused = () => refusalOf(idVerification, 'expired', { minutes: MINUTES }, 'reading')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refused()
  const { until, ...reading } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Reading & { until: number }
  if (until <= Date.now()) throw refused()
  return reading
}
