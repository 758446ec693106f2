import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolDate, schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { calendarOf, schoolDayAfter } from '#modules/campus/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { casesOf, officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { subsidyApplication } from '../model/application.ts'
import { SUBSIDY_MESSAGES } from '../model/messages.ts'
import type { Application } from './claims.ts'
import { itemOf } from './items.ts'
import { settingsOf } from './settings.ts'

const CLOSES = '18:00'
/** 40-Z5: the end of the last of so many working days after one. */
export async function answerBy(db: Db, from: Date): Promise<string> {
  const [book, { answerDays }] = [await calendarOf(db), await settingsOf(db)]
  return schoolInstant(schoolDayAfter(book, schoolDate(from), answerDays), CLOSES)
}
export const aboutApplication: MessageAbout<Application> = {
  bizType: 'subsidyApplication',
  link: ({ id }) => `/subsidy/applications?id=${id}`,
  values: async ({ itemId, dueAt }, db) => ({ item: (await itemOf(db, itemId)).name, dueAt: dueAt ? schoolTimeText(dueAt) : '' }),
}
/** People before whom these applications wait now. */
async function waitingFor(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{
    id: string
    userId: string
  }>(sql`select i.biz_id as id, t.assignee_id as "userId" from process_instance i join process_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id and t.state = 'todo'
    where i.tenant_id = ${db.me.tenantId} and i.biz_type = 'subsidyApplication' and i.biz_id = any(${[...ids]}::text[]) and i.state = 'pending' and t.assignee_id is not null`)
  return new Map([...Map.groupBy(rows, r => r.id)].map(([id, of]) => [id, of.map(r => r.userId)]))
}
async function tell(db: Db, mark: 'soon' | 'late', rows: readonly Application[]): Promise<void> {
  const ids = rows.map(r => r.id)
  const [people, cases, officers] = [await waitingFor(db, ids), await casesOf(db, 'subsidyApplication', ids), await officersOf(db)]
  const about = (await withStudents(db, rows)).map(({ row, who }) => {
    const deciding = people.get(row.id) ?? []
    return { row, who, to: mark === 'soon' ? deciding : [...new Set([...officers, ...deciding])], more: { waitsFor: cases.get(row.id)?.waitsFor ?? '' } }
  })
  await notifyAbout(db, mark === 'soon' ? SUBSIDY_MESSAGES.answerSoon : SUBSIDY_MESSAGES.answerLate, aboutApplication, about)
}
const OPEN = `t.state = 'pending' and t.due_at is not null`
/** 40-Z5: a day before an answer is due those who decide are reminded. */
export const remindAnswers = whenDue(subsidyApplication, {
  ...{ when: `${OPEN} and t.told is null`, at: 'dueAt', before: DAY_MS, untilThen: true, set: { told: 'soon' } },
  act: (db, rows) => tell(db, 'soon', rows),
})
/** 40-Z5: once it is late, the office hears of it, and they again. */
export const escalateAnswers = whenDue(subsidyApplication, {
  ...{ when: `${OPEN} and t.told is distinct from 'late'`, at: 'dueAt', set: { told: 'late' } },
  act: (db, rows) => tell(db, 'late', rows),
})
export default deadlines('subsidy.answers', '求助答复时限', '*/10 * * * *', [remindAnswers, escalateAnswers])
