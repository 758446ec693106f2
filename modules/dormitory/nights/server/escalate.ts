import type { Row } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { escalation } from '#server/deadlines/deadlines.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { collegesOf } from '../../stays/server/api.ts'
import { NIGHT_MESSAGES } from '../model/messages.ts'
import { nightLine } from '../model/night-line.ts'
import { CASES_TODO, casesLink, openCases } from './case-todos.ts'
import { dutyIn } from './on-duty.ts'
import { namedIn, namesOf } from './people.ts'
import { settingsOf } from './settings.ts'

type Unhandled = Row<typeof nightLine>
const MOST_NAMES = 30
/** 20-DN5: unhandled cases go to the college's duty officer, then to the school's; without one to everybody responsible there. One message each for all cases. */
export const escalate = escalation(nightLine, {
  when: `t.handled_state = 'open' and t.opened_at > now() - interval '2 days'`,
  at: 'openedAt',
  marks: ['college', 'officer'],
  reached: 'escalation',
  history: false,
  async after(db) {
    const { nightCollegeMinutes, nightOfficerMinutes } = await settingsOf(db)
    return { college: nightCollegeMinutes * MINUTE_MS, officer: nightOfficerMinutes * MINUTE_MS }
  },
  async reach(db, level, rows) {
    const { nightCollegeMinutes, nightOfficerMinutes } = await settingsOf(db)
    const duty = await dutyIn(
      db,
      rows.map(r => r.nightDate),
    )
    const orElse = (found: readonly string[], others: readonly string[]): readonly string[] => (found.length ? found : others)
    if (level === 'officer') {
      const office = await officersOf(db)
      return carry(db, rows, row => orElse(duty(row.nightDate, null), office), nightOfficerMinutes)
    }
    const colleges = await collegesOf(db, rows)
    await carry(db, rows, row => (row.departmentId ? orElse(duty(row.nightDate, row.departmentId), colleges(row)) : colleges(row)), nightCollegeMinutes)
  },
})
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
