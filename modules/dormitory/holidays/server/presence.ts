import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Night, presenceExcuse } from '../../stays/server/api.ts'

/** A student who left earlier than announced is away from that moment. */
async function covers(db: Db, { span, studentIds }: Night): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ studentId: string; name: string }>(sql`select h.student_id as "studentId", p.name from holiday_departure h
      join holiday_destination d on d.tenant_id = h.tenant_id and d.id = h.destination_id join holiday_plan p on p.tenant_id = h.tenant_id and p.id = h.plan_id
    where h.tenant_id = ${db.me.tenantId} and h.student_id = any(${[...studentIds]}::uuid[]) and h.departed_at <= ${span.from} and p.state <> 'cancelled' and d.choice <> 'stay'
      and coalesce(least(d.back_at, d.back_planned), (p.holiday_to + 1)::timestamp at time zone 'Asia/Shanghai') >= ${span.to}`)
  return new Map(rows.map(r => [r.studentId, r.name]))
}
export default presenceExcuse({ code: 'holidayDeparture', source: 'departure', covers })
