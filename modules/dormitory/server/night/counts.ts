import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

interface Place {
  dormId: string
  classId: string | null
}
/** What lines `l` come to: people who live there, and the cases there were. */
const COUNTED = sql`count(l.id) filter (where l.expected = 'expected')::int as expected, count(l.id) filter (where l.result = 'present')::int as present, count(l.id) filter (where l.result = 'late')::int as late,
  count(l.id) filter (where l.result in ('absent', 'pending'))::int as absent, count(l.id) filter (where l.expected = 'excused')::int as excused, count(l.opened_at)::int as cases,
  count(l.id) filter (where l.is_afterwards)::int as afterwards,
  count(l.id) filter (where l.handled_state in ('reached', 'withFamily', 'hospital', 'parentInformed'))::int as handled,
  coalesce(round(sum(extract(epoch from l.handled_at - l.opened_at)) filter (where l.handled_state in ('reached', 'withFamily', 'hospital', 'parentInformed')) / 60), 0)::int as handled_minutes`

/** Writes what a night came to in some classes of some buildings; a class nobody of which is left there comes to nothing. */
export async function recount(db: Db, date: string, places: readonly Place[]): Promise<void> {
  const wanted = [...new Map(places.map(p => [`${p.dormId} ${p.classId}`, { dormId: p.dormId, classId: p.classId }])).values()]
  if (!wanted.length) return
  await db.query(sql`insert into night_count as c (tenant_id, night_date, dorm_id, class_id, department_id, expected, present, late, absent, excused, cases, afterwards, handled, handled_minutes)
    select ${db.me.tenantId}::uuid, ${date}::date, p."dormId", p."classId", (select k.department_id from stu_class k where k.tenant_id = ${db.me.tenantId} and k.id = p."classId"), ${COUNTED}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) p("dormId" uuid, "classId" uuid)
      left join night_line l on l.tenant_id = ${db.me.tenantId} and l.night_date = ${date}::date and l.dorm_id = p."dormId" and l.class_id is not distinct from p."classId" and l.expected <> 'notResident'
    group by p."dormId", p."classId" ${WRITTEN}`)
}
/** The same for whole buildings whose night has ended. */
export async function recountDorms(db: Db, date: string, dormIds: readonly string[]): Promise<void> {
  await db.query(sql`insert into night_count as c (tenant_id, night_date, dorm_id, class_id, department_id, expected, present, late, absent, excused, cases, afterwards, handled, handled_minutes)
    select l.tenant_id, l.night_date, l.dorm_id, l.class_id, max(k.department_id::text)::uuid, ${COUNTED}
    from night_line l left join stu_class k on k.tenant_id = l.tenant_id and k.id = l.class_id
    where l.tenant_id = ${db.me.tenantId} and l.night_date = ${date}::date and l.dorm_id = any(${[...dormIds]}::uuid[]) and l.expected <> 'notResident'
    group by l.tenant_id, l.night_date, l.dorm_id, l.class_id ${WRITTEN}`)
}
const WRITTEN = sql`on conflict (tenant_id, night_date, dorm_id, class_id) do update set department_id = excluded.department_id, expected = excluded.expected, present = excluded.present, late = excluded.late,
  absent = excluded.absent, excused = excluded.excused, cases = excluded.cases, afterwards = excluded.afterwards, handled = excluded.handled, handled_minutes = excluded.handled_minutes,
  version = c.version + 1, updated_at = now()`
