import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { nightsOfMonth, takeTurns } from '../model/duty-rotation.ts'
import { nightDuty } from '../model/night-duty.ts'

const PHONE = '027-87001000'
/** This month and the next: the school's officers in rotation, and each college's counsellors. */
export async function demoDuty(db: Db): Promise<void> {
  const people = await db.query<{
    teacherId: string
    departmentId: string | null
  }>(sql`select u.teacher_id as "teacherId", case when bool_or(r.code = 'officer') then null else t.department_id end as "departmentId"
    from sys_user u join teacher t on t.tenant_id = u.tenant_id and t.id = u.teacher_id join role_user x on x.tenant_id = u.tenant_id and x.user_id = u.id join role r on r.tenant_id = x.tenant_id and r.id = x.role_id
    where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and r.code in ('officer', 'fdy') group by u.teacher_id, t.department_id, t.staff_no order by t.staff_no`)
  const month = today().slice(0, 7)
  const nights = [month, addDays(`${month}-28`, 5).slice(0, 7)].flatMap(m => nightsOfMonth(m) ?? [])
  for (const [departmentId, own] of Map.groupBy(people, p => p.departmentId)) {
    const ids = own.slice(0, 6).map(p => p.teacherId)
    await db.insertMany(
      nightDuty,
      takeTurns(nights, new Set(), ids).map(t => ({ ...t, departmentId, phone: departmentId ? null : PHONE })),
    )
  }
}
