import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { onMany } from '#server/context.ts'
import { nightAt } from '../../model/setup/night.ts'
import { gateNews } from './gate-news.ts'
import { askAgain } from './roster.ts'
import { lockLines, settle } from './write.ts'

/** Whatever may change where somebody is to be tonight. */
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

export default [
  // until the night is over at noon; what changes later no longer makes anybody missing or excused
  onMany(SOURCES, 'dormitory.nightRoster', async ({ db }, payloads) => void (await askAgain(db, tonight(), [...new Set(payloads.flatMap(idOf))]))),
  // records may come late: each counts for the night it belongs to
  onMany('dormitory.passage', 'dormitory.nightGate', async ({ db }, payloads) => {
    const nights = Map.groupBy(
      payloads.filter(p => typeof p.eventAt === 'string'),
      p => nightAt(String(p.eventAt)),
    )
    for (const [date, those] of nights) {
      if (date < addDays(tonight(), -DAYS)) continue
      const lines = await lockLines(db, date, sql`l.student_id = any(${[...new Set(those.flatMap(idOf))]}::uuid[])`)
      const gate = await gateNews(db, date, lines)
      await settle(db, lines, line => ({ evidence: gate.get(line.studentId) ?? [] }))
    }
  }),
]
