import sql from 'sql-template-tag'
import { officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { escalationOf } from '../../model/night/handling.ts'
import { NIGHT_MESSAGES } from '../../model/night/messages.ts'
import { nightLine } from '../../model/night/night-line.ts'
import { CASES_TODO, casesLink, openCases } from './case-todos.ts'
import { dutyIn } from './on-duty.ts'
import { collegesOf, namedIn, namesOf } from './people.ts'
import { settingsOf } from './settings.ts'

interface Unhandled {
  id: string
  nightDate: string
  studentId: string
  classId: string | null
  departmentId: string | null
  bedId: string
  openedAt: string
  escalation: number
  stage: 0 | 1 | 2
}
const DAY_MS = 86_400_000
const MOST_NAMES = 30
async function unhandled(db: Db, now: number): Promise<Unhandled[]> {
  const { nightCollegeMinutes, nightOfficerMinutes } = await settingsOf(db)
  const rows = await db.query<
    Omit<Unhandled, 'stage'>
  >(sql`select id, night_date::text as "nightDate", student_id as "studentId", class_id as "classId", department_id as "departmentId", bed_id as "bedId",
      opened_at as "openedAt", escalation
    from night_line where tenant_id = ${db.me.tenantId} and handled_state = 'open' and escalation < 2 and opened_at > ${new Date(now - 2 * DAY_MS).toISOString()} order by id for update`)
  return rows.map(r => ({ ...r, stage: escalationOf(r.openedAt, now, { college: nightCollegeMinutes, officer: nightOfficerMinutes }) })).filter(r => r.stage > r.escalation)
}
/** 20-DN5: unhandled cases go to the college's duty officer, then to the school's; without one to everybody responsible there. One message each for all cases. */
export async function escalate(db: Db, now = Date.now()): Promise<number> {
  const rows = await unhandled(db, now)
  if (!rows.length) return 0
  const { nightCollegeMinutes, nightOfficerMinutes } = await settingsOf(db)
  const toCollege = rows.filter(r => r.escalation < 1)
  const toOfficer = rows.filter(r => r.stage === 2)
  const duty = await dutyIn(
    db,
    rows.map(r => r.nightDate),
  )
  const orElse = (found: readonly string[], others: readonly string[]): readonly string[] => (found.length ? found : others)
  const colleges = await collegesOf(db, toCollege)
  await carry(db, toCollege, row => (row.departmentId ? orElse(duty(row.nightDate, row.departmentId), colleges(row)) : colleges(row)), nightCollegeMinutes)
  if (toOfficer.length) {
    const office = await officersOf(db)
    await carry(db, toOfficer, row => orElse(duty(row.nightDate, null), office), nightOfficerMinutes)
  }
  for (const [stage, those] of Map.groupBy(rows, r => r.stage)) await db.updateWhere(nightLine, { id: those.map(r => r.id) }, { escalation: stage }, { history: false })
  return rows.length
}
async function carry(db: Db, rows: readonly Unhandled[], people: (row: Unhandled) => readonly string[], minutes: number): Promise<void> {
  const names = await namesOf(db, rows)
  const byReader = new Map<string, Unhandled[]>()
  for (const row of rows) for (const userId of people(row)) byReader.set(`${userId} ${row.nightDate}`, [...(byReader.get(`${userId} ${row.nightDate}`) ?? []), row])
  const told = [...byReader].map(([key, those]) => {
    const [userId = '', night = ''] = key.split(' ')
    return {
      userId,
      night,
      count: those.length,
      names: firstPeople(
        those.map(r => namedIn(names, r)),
        MOST_NAMES,
      ),
    }
  })
  await notifyEach(
    db,
    NIGHT_MESSAGES.nightEscalated,
    told.map(({ userId, night, count, names: list }) => ({
      to: [userId],
      values: { night, count, minutes, names: list },
      bizType: CASES_TODO,
      bizId: `${night} ${minutes}`,
      link: casesLink(night),
      mobileLink: casesLink(night),
    })),
  )
  await openCases(db, told)
}
