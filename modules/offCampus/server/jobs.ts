import { DAY_MS } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { offCampusCheck } from '../model/off-campus-check.ts'
import { type OffCampusStay, offCampusStay } from '../model/off-campus-stay.ts'
import { checkDueAt } from './check-due.ts'
import { checkTodos, stayTodos, tell, withCounsellors } from './notify.ts'
import { settingsOf } from './settings.ts'

const payloadOf = ({ studentId, id, fromOn, toOn, keepBed }: OffCampusStay) => ({ studentId, id, fromOn, toOn, keepBed })
/** 50-OC3: from the first night on the dormitory knows; a bed that is not kept becomes a check-out there. */
const told = (db: Db, event: 'begun' | 'ended', rows: readonly OffCampusStay[]) => db.emitMany(`offCampus.${event}`, rows.map(payloadOf))
export const begin = whenDue(offCampusStay, {
  when: `t.state = 'approved'`,
  at: 'beginAt',
  set: async (now, db) => ({
    state: 'active' as const,
    reportDueAt: new Date(Date.parse(now) + (await settingsOf(db)).reportDays * DAY_MS).toISOString(),
    checkDueAt: await checkDueAt(db, { fromOn: schoolDate(now), done: 0, on: schoolDate(now) }),
  }),
  act: (db, rows) => told(db, 'begun', rows),
})
/** 50-OC7: whoever has neither renewed nor come back is on the list of those to return. */
export const expire = whenDue(offCampusStay, {
  when: `t.state = 'active'`,
  at: 'endAt',
  set: { state: 'expired' },
  async act(db, rows) {
    const going = new Set((await db.unscoped(offCampusStay).all({ earlierId: rows.map(r => r.id), state: ['approved', 'active'] })).map(r => r.earlierId)) // renewals of these
    const over = rows.filter(r => !going.has(r.id))
    for (const row of rows) if (going.has(row.id)) await db.update(offCampusStay, row.id, { state: 'ended' })
    await told(db, 'ended', over)
    await tell(db, 'expired', over, ({ toOn }) => ({ toOn }))
    await stayTodos.follow(db, rows)
  },
})
/** The same at once, for a row that begins today, or has ended by a change. */
export const beginNow = (db: Db): Promise<unknown> => begin(db, Date.now())
export const overNow = (db: Db): Promise<unknown> => expire(db, Date.now())
/** 50-OC7 */
export const remind = escalation(offCampusStay, {
  when: `t.state = 'active'`,
  at: 'endAt',
  marks: ['soon'],
  reached: 'dueMark',
  after: async db => ({ soon: -(await settingsOf(db)).renewDays * DAY_MS }),
  reach: (db, _mark, rows) => tell(db, 'expiring', rows, ({ toOn }) => ({ toOn })),
})
/** 50-OC6: the student when a report is due, the counsellor after so many missed. */
export const reports = escalation(offCampusStay, {
  when: `t.state = 'active'`,
  at: 'reportDueAt',
  marks: ['student', 'fdy'],
  reached: 'reportMark',
  async after(db) {
    const { reportDays, missedReports } = await settingsOf(db)
    return { student: 0, fdy: (missedReports - 1) * reportDays * DAY_MS }
  },
  async reach(db, mark, rows) {
    if (mark === 'student') await tell(db, 'reportDue', rows)
    else
      await stayTodos.open(
        db,
        'missed',
        await withCounsellors(
          db,
          rows.map(r => ({ ...r, reportMark: 'fdy' })),
        ),
      )
  },
})
/** 50-OC6: once a term at least; the counsellor has it until somebody has been there or has reached the student. */
export const unchecked = whenDue(offCampusStay, {
  when: `t.state = 'active' and not t.is_check_due`,
  at: 'checkDueAt',
  set: { isCheckDue: true },
  act: async (db, rows) => stayTodos.open(db, 'unchecked', await withCounsellors(db, rows)),
})
export const risks = whenDue(offCampusCheck, {
  when: `t.solved_at is null and t.risk_told_at is null`,
  at: 'riskDueAt',
  set: now => ({ riskToldAt: now }),
  async act(db, rows) {
    await checkTodos.open(
      db,
      'risk',
      (await withCounsellors(db, rows)).map(one => ({ ...one, more: { by: one.row.rectifyBy ?? '' } })),
    )
  },
})
export const riskDue = (rectifyBy: string): string => schoolInstant(rectifyBy, '23:59')
export default deadlines('offCampus.clock', '校外住宿到期', '*/10 * * * *', [begin, expire, remind, reports, unchecked, risks])
