import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { nightCount } from '../model/night-line.ts'

interface Place {
  dormId: string
  classId: string | null
}
/** Totals over lines `l`: residents and cases. */
const COUNTED = sql`count(l.id) filter (where l.expected = 'expected')::int as expected, count(l.id) filter (where l.result = 'present')::int as present, count(l.id) filter (where l.result = 'late')::int as late,
  count(l.id) filter (where l.result in ('absent', 'pending'))::int as absent, count(l.id) filter (where l.expected = 'excused')::int as excused, count(l.opened_at)::int as cases,
  count(l.id) filter (where l.is_afterwards)::int as afterwards,
  count(l.id) filter (where l.handled_state in ('reached', 'withFamily', 'hospital', 'parentInformed'))::int as handled,
  coalesce(round(sum(extract(epoch from l.handled_at - l.opened_at)) filter (where l.handled_state in ('reached', 'withFamily', 'hospital', 'parentInformed')) / 60), 0)::int as handled_minutes`

/** Writes totals of a night by class and building; classes without residents get zeros. */
export async function recount(db: Db, date: string, places: readonly Place[]): Promise<void> {
  const wanted = [...new Map(places.map(p => [`${p.dormId} ${p.classId}`, { dormId: p.dormId, classId: p.classId }])).values()]
  if (!wanted.length) return
  await write(
    db,
    date,
    sql`select p."dormId" as dorm_id, p."classId" as class_id, (select k.department_id from stu_class k where k.tenant_id = ${db.me.tenantId} and k.id = p."classId") as department_id, ${COUNTED}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) p("dormId" uuid, "classId" uuid)
      left join night_line l on l.tenant_id = ${db.me.tenantId} and l.night_date = ${date}::date and l.dorm_id = p."dormId" and l.class_id is not distinct from p."classId" and l.expected <> 'notResident'
    group by p."dormId", p."classId"`,
  )
}
/** The same for whole buildings whose night has ended. */
export const recountDorms = (db: Db, date: string, dormIds: readonly string[]): Promise<void> =>
  write(
    db,
    date,
    sql`select l.dorm_id, l.class_id, max(k.department_id::text)::uuid as department_id, ${COUNTED}
    from night_line l left join stu_class k on k.tenant_id = l.tenant_id and k.id = l.class_id
    where l.tenant_id = ${db.me.tenantId} and l.night_date = ${date}::date and l.dorm_id = any(${[...dormIds]}::uuid[]) and l.expected <> 'notResident'
    group by l.dorm_id, l.class_id`,
  )
const WRITTEN = {
  departmentId: sql`n.department_id`,
  expected: sql`n.expected`,
  present: sql`n.present`,
  late: sql`n.late`,
  absent: sql`n.absent`,
  excused: sql`n.excused`,
  cases: sql`n.cases`,
  afterwards: sql`n.afterwards`,
  handled: sql`n.handled`,
  handledMinutes: sql`n.handled_minutes`,
}
/** Upserts the counts. Derived from the lines, so without history. */
async function write(db: Db, date: string, counts: Sql): Promise<void> {
  const from = sql`(${counts}) n`
  await db.tx(async tx => {
    await tx.insertFrom(nightCount, { nightDate: date, dormId: sql`n.dorm_id`, classId: sql`n.class_id`, ...WRITTEN }, from, { skipExisting: true, history: false })
    const same = sql`t.night_date = ${date}::date and t.dorm_id = n.dorm_id and t.class_id is not distinct from n.class_id`
    await tx.updateWhere(nightCount, same, WRITTEN, { from, history: false })
  })
}
