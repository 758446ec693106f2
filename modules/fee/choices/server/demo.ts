import sql, { type Sql } from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { optionalChoice, optionalOffer } from '../model/offer.ts'
import { CHOSEN } from '../model/source.ts'

/** Offers of a year: textbooks, over, and the insurance, still open. What students chose follows from their lines; of those without one, all have said so of what is over, some of what is open. */
export async function demoOffers(db: Db, xn: string): Promise<void> {
  const finance = await demoAccount(db, 'finance')
  if (!finance) return
  const publisher = { userId: finance.id, departmentId: finance.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'finance', scope: 'all' }] }
  const common = { processType: 'optionalItem', xn, audience: { roles: ['student'] }, ownerDepartmentId: finance.departmentId, publisher }
  const offer = async (code: string, name: string, from: number, to: number, dueDate: string, state: 'closed' | 'published') => {
    const item = await db.unscoped(chargeItem).find({ code }) // demo data
    if (!item) return
    const [beginTime, endTime] = [moment(from, '08:00'), schoolInstant(day(to), '20:00')]
    const { id } = await db.insert(optionalOffer, { ...common, name, itemId: item.id, dueDate, beginTime, endTime, state, publishedAt: beginTime })
    await choices(db, id, { itemId: item.id, xn, from: beginTime }, state === 'closed' ? sql`true` : sql`s.n % 3 = 0`)
  }
  await offer('books', `${xn} 教材征订`, -70, -56, day(-40), 'closed')
  await offer('insurance', `${xn} 居民医保参保登记`, -6, 8, day(20), 'published')
}
/** Yes of whoever has a line, no of those of the others who have answered. The student whom a demo shows has not chosen yet. */
async function choices(db: Db, offerId: string, of: { itemId: string; xn: string; from: string }, saysNo: Sql): Promise<void> {
  const own = await demoAccount(db, 'student')
  const students = sql`(select s.id, s.department_id, s.class_id, l.charged, (row_number() over (order by md5(s.id::text)))::int as n
    from student s left join bill_line l on l.tenant_id = s.tenant_id and l.source_type = ${CHOSEN} and l.source_id = s.id || ':' || ${of.itemId} and l.source_seq = ${of.xn} and l.charged > 0
    where s.tenant_id = ${db.me.tenantId} and s.has_record and s.deleted_at is null)`
  await db.insertFrom(
    optionalChoice,
    {
      ...{ offerId: sql`${offerId}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, classId: sql`s.class_id` },
      ...{ wish: sql`case when s.charged is null then 'no' else 'yes' end`, amount: sql`s.charged` },
      chosenAt: sql`${of.from}::timestamptz + (s.n % 6) * interval '1 day' + (s.n * 31 % 800) * interval '1 minute'`,
    },
    sql`${students} s where (s.charged is not null or ${saysNo} and s.id is distinct from ${own?.studentId ?? null}::uuid)`,
    { history: false },
  )
}
