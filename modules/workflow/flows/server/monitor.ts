import sql from 'sql-template-tag'
import { relationSource } from './relations.ts'

/** 班长: the account of the monitor of the student's class, unless it is the student's own. */
export default relationSource('monitor', async (db, whos) => {
  const ids = whos.flatMap(w => w.classId ?? [])
  const rows = await db.query<{ classId: string; userId: string }>(sql`select c.id as "classId", u.user_id as "userId" from stu_class c
    join student_account u on u.tenant_id = c.tenant_id and u.student_id = c.monitor_id where c.tenant_id = ${db.me.tenantId} and c.id = any(${ids}::uuid[])`)
  const of = new Map(rows.map(r => [r.classId, r.userId]))
  return whos.map(({ classId, applicantId }) => {
    const userId = of.get(classId ?? '')
    return userId && userId !== applicantId ? [userId] : []
  })
})
