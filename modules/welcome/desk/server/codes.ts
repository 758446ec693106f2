import { refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { codeAt, isFresh, leftOf, rowIn } from '#server/base/rotating-code.ts'
import { type Db, handle } from '#server/context.ts'
import { welcomePoint } from '../../steps/model/point.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { batchOf, type Member } from '../../steps/server/api.ts'
import { myCode } from '../model/actions.ts'
import { welcomeScan } from '../model/scan.ts'
import { settingsOf } from './settings.ts'

/** Days for which a phone keeps a code, today among them. */
const DAYS = 3
const DAY_STEP = 60
const keyOf = (db: Db): string => db.key('welcome codes').toString('base64url')
/** 30-WS4: signed with the number of scans so far, so that each scan ends the code that was shown for it. */
const secretAt = (db: Db, scans: number): string => `${keyOf(db)} ${scans}`
const daySecret = (db: Db, on: string): string => `${keyOf(db)} day ${on}`
const mine = handle(myCode, async ({ db, me }) => {
  const { member } = await batchOf(db, ownStudentId(me))
  const who = await studentOf(db, member.studentId)
  const [{ 'qr.ttl': seconds }, now] = [await settingsOf(db), Date.now()]
  return {
    name: who?.name ?? '',
    code: codeAt(secretAt(db, member.scans), member.id, seconds, now),
    until: new Date(now + leftOf(now, seconds)).toISOString(),
    days: Array.from({ length: DAYS }, (_, n) => addDays(schoolDate(now), n)).map(on => ({ on, code: codeAt(daySecret(db, on), member.id, DAY_STEP, 0) })),
  }
})
export interface Read {
  member: Member
  /** A code for a whole day, which a picture of it shows as well: the document has to be looked at. */
  isForDay: boolean
}
/** Whose code it is at a moment; `isLater`: scanned without a network, when fewer scans were known. */
export async function readCode(db: Db, code: string, { at, isLater, pointId }: { at: number; isLater: boolean; pointId: string }): Promise<Read> {
  const id = rowIn(code.trim())
  const member = id ? await db.unscoped(welcomeMember).find({ id }) : undefined // whoever shows the code
  if (!member) throw refusalOf(welcomeScan, 'unknownCode', {}, 'code')
  if (isFresh(daySecret(db, schoolDate(at)), code, DAY_STEP, 0, 0)) return { member, isForDay: true }
  const { 'qr.ttl': seconds } = await settingsOf(db)
  // the clock of a device that had no network may be behind the server's, which made the code: the next one counts there, too
  const isOf = (scans: number): boolean => isFresh(secretAt(db, scans), code, seconds, isLater ? at + seconds * 1000 : at, isLater ? 2 : 1)
  if (isOf(member.scans)) return { member, isForDay: false }
  if (!Array.from({ length: member.scans }, (_, n) => n).some(isOf)) throw refusalOf(welcomeScan, 'expired', {}, 'code')
  const [last] = await db.unscoped(welcomeScan).all({ batchId: member.batchId, studentId: member.studentId }, { sort: ['-at'], limit: 1 }) // of the person at the point
  // several steps of one point are done with one code
  if (isLater || !last || last.pointId === pointId) return { member, isForDay: false }
  const point = await db.unscoped(welcomePoint).find({ id: last.pointId }) // open to whoever works at one
  throw refusalOf(welcomeScan, 'used', { at: schoolTimeText(last.at), point: point?.name ?? '' }, 'code')
}
export default mine
