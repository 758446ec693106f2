import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { countdown, deadlines } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { keepTodos, openObjects } from '#server/notifications/todos.ts'
import { CERT_MESSAGES, MISSING_MESSAGE } from '../model/messages.ts'
import { EXPIRY_DAYS, type StudentCert, studentCert } from '../model/student-cert.ts'
import { aboutCert, MINE } from './notify.ts'
import { askedOf } from './valid-certs.ts'

const LAST_YEAR = 365
export const MISSING = 'certMissing'
async function remind(db: Db, rows: readonly StudentCert[], now: number): Promise<void> {
  const on = schoolDate(now)
  const people = await withStudents(db, rows)
  await notifyAbout(
    db,
    CERT_MESSAGES.expiring,
    aboutCert,
    people.map(({ row, who }) => ({ row, who, more: { expiresOn: row.expiresOn ?? on, days: daysBetween(on, row.expiresOn ?? on) } })),
  )
}
/** 50-SK6: 60 and 7 days before a verified certificate expires, each once; the nearest first, so that one that was missed is none. */
export const expiring = countdown(studentCert, {
  when: `t.state = 'approved' and t.verify_state = 'verified'`,
  ...{ at: 'expiresOn', days: EXPIRY_DAYS, reached: 'told', bookkeeping: true, act: remind },
})
interface Lacking {
  catalogId: string
  name: string
  userId: string
}
/** A to-do for whoever graduates within a year and lacks a certificate that the major requires, closed once it is held; told when it opens. Returns how many are open. */
export async function askMissing(db: Db, on = today()): Promise<number> {
  const last = sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and s.expected_graduation between ${on}::date and ${addDays(on, LAST_YEAR)}::date`
  const rows = await db.query<Lacking>(sql`select a.catalog_id as "catalogId", a.name, u.user_id as "userId" from (${askedOf(db, last, on)}) a
    join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = a.student_id where a.relation = 'required' and not a.is_met`)
  const open = await db.query<{ id: string; userId: string }>(
    sql`select biz_id as id, user_id as "userId" from todo where tenant_id = ${db.me.tenantId} and biz_type = ${MISSING} and state = 'open'`,
  )
  const known = new Set(open.map(o => `${o.id} ${o.userId}`))
  const entries = Map.groupBy(rows, r => r.catalogId)
  for (const catalogId of new Set([...(await openObjects(db, MISSING)), ...entries.keys()])) {
    const of = entries.get(catalogId) ?? []
    const title = { text: '毕业前要取得{cert}', values: { cert: of[0]?.name ?? '' } }
    await keepTodos(
      db,
      { bizType: MISSING, bizId: catalogId },
      of.map(({ userId }) => ({ userId, kind: 'reminder' as const, title, link: MINE, mobileLink: MINE })),
      '已取得',
    )
  }
  const fresh = rows.filter(r => !known.has(`${r.catalogId} ${r.userId}`))
  await notifyEach(
    db,
    MISSING_MESSAGE.missing,
    fresh.map(({ catalogId, name, userId }) => ({ to: [userId], values: { cert: name }, bizType: MISSING, bizId: catalogId, link: MINE, mobileLink: MINE })),
  )
  return rows.length
}
export default [
  deadlines('certificate.expiring', '证书到期提醒', '20 8 * * *', [expiring]),
  scheduledJob('certificate.missing', '必考证书提醒', '40 8 * * *', db => askMissing(db)),
]
