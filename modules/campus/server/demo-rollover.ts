import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { stuClass } from '../model/organisation.ts'
import { demoRollover as fill } from '../rollover/server/demo.ts'

/** Classes of the oldest grade are past their end while students are still in them: the roll-over asks about each. Called when there are students. */
export async function demoRollover(db: Db, classes: number): Promise<void> {
  const own = (await demoAccounts(db, ['fdy', 'bzr'])).flatMap(account => account.teacherId ?? [])
  const oldest = sql`select c.id from stu_class c where c.tenant_id = ${db.me.tenantId} and c.state = 'active'
    and not exists (select from class_staff r where r.tenant_id = c.tenant_id and r.class_id = c.id and r.teacher_id = any(${own}::uuid[])) order by c.grade, c.class_no desc limit ${classes}`
  await db.updateWhere(stuClass, sql`t.id in (${oldest})`, { expectedEnd: day(-20) }, { history: false })
  await fill(db)
}
