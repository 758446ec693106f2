import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { growthCap } from '../model/cap.ts'
import { type Cap, type Counted, countedOf, type Earned } from '../model/caps.ts'
import { growthEntry } from '../model/entry.ts'

interface Standing extends Earned, Counted {
  studentId: string
}
/** Whether an entry `e` stands: neither reversed nor a reversal. */
export const stands = sql`e.reverses_id is null and not exists (select from growth_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id)`
/** Entries are counted side by side; a change of the caps waits for them, and they for it. Taken before the students are locked. */
export const lockCaps = async (db: Db, { isChange }: { isChange: boolean }): Promise<void> => {
  const key = sql`hashtextextended(${`growth caps ${db.me.tenantId}`}, 0)`
  await db.query(isChange ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`)
}
/** 60-GL2: computes anew what counts of the entries of these students from a day on, under the locks the caller has on the caps and the students. What is reversed counts as 0, and so does its reversal. Tells which entries changed. */
export async function recount(db: Db, studentIds: readonly string[], from: string): Promise<void> {
  const caps: readonly Cap[] = await db.unscoped(growthCap).all({}) // of the school
  const rows = await db.query<Standing>(sql`select e.id, e.student_id as "studentId", e.entry_no as "entryNo", e.biz_date::text as "bizDate", e.xn, e.xq_m as "xqM", e.category,
      case when ${stands} then e.hours::float8 else 0 end as hours, case when ${stands} then e.points::float8 else 0 end as points,
      e.counted_hours::float8 as "countedHours", e.counted_points::float8 as "countedPoints", e.cap_note as "capNote"
    from growth_entry e where e.tenant_id = ${db.me.tenantId} and e.student_id = any(${[...new Set(studentIds)]}::uuid[])
      and (e.xn, e.xq_m) in (select x.xn, x.xq_m from growth_entry x where x.tenant_id = e.tenant_id and x.student_id = e.student_id and x.biz_date >= ${from}::date)`)
  const changed = [...Map.groupBy(rows, r => r.studentId).values()].flatMap(own => {
    const now = countedOf(own, caps)
    return own.flatMap(row => {
      const got = now.get(row.id)
      return !got || (got.countedHours === row.countedHours && got.countedPoints === row.countedPoints && got.capNote === row.capNote) ? [] : [{ id: row.id, ...got }]
    })
  })
  if (!changed.length) return
  await db.updateMany(growthEntry, changed, { bookkeeping: true })
  await db.emit('growth.recounted', { entryIds: changed.map(c => c.id) })
}
