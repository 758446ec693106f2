import sql from 'sql-template-tag'
import { leavingItem } from '#server/extensions/graduation-items.ts'

/** What the student was asked to do and has not done. */
export default leavingItem({
  ...{ code: 'todo', title: '待办事项', order: 50, link: '/desk/todos' },
  settled: (db, students) => sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) and not exists (select from todo t
    join student_account a on a.tenant_id = t.tenant_id and a.user_id = t.user_id where t.tenant_id = s.tenant_id and a.student_id = s.id and t.state = 'open')`,
})
