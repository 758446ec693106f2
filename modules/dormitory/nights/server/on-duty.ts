import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { onDuty } from '../model/night-duty.ts'
import { tonight } from './confirm-presence.ts'

interface Duty {
  nightDate: string
  departmentId: string | null
  userId: string
}
/** Duty officers' accounts in some nights, of a college or, with null, the school. Former staff and people without an account are left out. */
export async function dutyIn(db: Db, nights: readonly string[]): Promise<(night: string, departmentId: string | null) => readonly string[]> {
  const rows = await db.query<Duty>(sql`select d.night_date::text as "nightDate", d.department_id as "departmentId", u.user_id as "userId" from night_duty d
    join teacher_account u on u.tenant_id = d.tenant_id and u.teacher_id = d.teacher_id
    where d.tenant_id = ${db.me.tenantId} and d.night_date = any(${[...new Set(nights)]}::date[])`)
  const found = Map.groupBy(rows, r => `${r.nightDate} ${r.departmentId}`)
  return (night, departmentId) => found.get(`${night} ${departmentId}`)?.map(r => r.userId) ?? []
}
interface Shown {
  night: string
  place: string | null
  name: string
  phone: string | null
}
export default handle(onDuty, async ({ db, me }, { night: given }) => {
  const night = given ?? tonight()
  const seesAll = (me.permissions.get(onDuty.permission) ?? []).some(r => r.scope === 'all')
  return db.query<Shown>(sql`select d.night_date::text as night, p.name as place, t.name, d.phone from night_duty d join teacher t on t.tenant_id = d.tenant_id and t.id = d.teacher_id
      left join department p on p.tenant_id = d.tenant_id and p.id = d.department_id
    where d.tenant_id = ${me.tenantId} and d.night_date = ${night}::date and (${seesAll} or d.department_id is null or d.department_id = ${me.departmentId}::uuid)
    order by p.name nulls first, t.name`)
})
