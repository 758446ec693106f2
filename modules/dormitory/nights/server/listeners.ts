import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type Db, onMany } from '#server/context.ts'
import { nightAt } from '../../places/model/night.ts'
import { gateNews } from './gate-events.ts'
import { alertClosed } from './handle-cases.ts'
import { askAgain } from './roster.ts'
import { signNews } from './sign-in-events.ts'
import { type Line, lockLines, settle } from './write.ts'

/** Events that may change expected presence tonight. */
const SOURCES = [
  'leave.approved',
  'leave.changed',
  'leave.closed',
  'outing.destinationAnswered',
  'dormitory.presenceChanged',
  'dormitory.tempLocationChanged',
  'dormitory.departed',
  'dormitory.stayCheckedIn',
  'dormitory.stayEnded',
  'dormitory.roomChanged',
  'student.statusChanged',
  'offCampus.begun',
  'offCampus.changed',
  'offCampus.ended',
] as const
const idOf = ({ studentId }: Record<string, unknown>): string[] => (typeof studentId === 'string' ? [studentId] : [])
const tonight = (): string => nightAt(new Date().toISOString())
const DAYS = 4
/** Lines concerned by events, locked, by night; without nights long past. */
async function linesOf(db: Db, payloads: ReadonlyArray<Record<string, unknown>>, time: string): Promise<Map<string, Line[]>> {
  const nights = Map.groupBy(
    payloads.filter(p => typeof p[time] === 'string'),
    p => nightAt(String(p[time])),
  )
  const found = new Map<string, Line[]>()
  for (const [date, those] of [...nights].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (date >= addDays(tonight(), -DAYS)) found.set(date, await lockLines(db, date, sql`l.student_id = any(${[...new Set(those.flatMap(idOf))]}::uuid[])`))
  return found
}

export default [
  // until the night ends at noon; later changes affect nobody's state
  onMany(SOURCES, 'dormitory.nightRoster', async ({ db }, payloads) => void (await askAgain(db, tonight(), [...new Set(payloads.flatMap(idOf))]))),
  // records may arrive late: each counts for its own night
  onMany('dormitory.passage', 'dormitory.nightGate', async ({ db }, payloads) => {
    for (const [date, lines] of await linesOf(db, payloads, 'eventAt')) {
      const gate = await gateNews(db, date, lines)
      await settle(db, lines, line => ({ evidence: gate.get(line.studentId) ?? [] }))
    }
  }),
  onMany('dormitory.alertClosed', 'dormitory.nightAlertClosed', async ({ db }, payloads) => {
    for (const payload of payloads) await alertClosed(db, payload)
  }),
  onMany('signIn.nightSigned', 'dormitory.nightSigned', async ({ db }, payloads) => {
    for (const [date, lines] of await linesOf(db, payloads, 'signedAt')) {
      const signs = await signNews(db, date, lines)
      await settle(db, lines, line => ({ signs: signs.get(line.studentId) ?? [] }))
    }
  }),
]
