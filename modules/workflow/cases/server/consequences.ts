import sql from 'sql-template-tag'
import { isPresent } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'

const MOST = 20
/** 30-SC2: applications that are still being decided when their student leaves. */
export default consequence({
  code: 'workflow.pending',
  order: 50,
  async of(db, { studentId, to }) {
    if (isPresent(to.status)) return []
    const open = await db.query<{ title: string }>(sql`select title from process_instance where tenant_id = ${db.me.tenantId} and student_id = ${studentId}
      and state in ('pending', 'returned', 'suspended') and process_type <> 'statusChange' order by started_at limit ${MOST}`)
    return open.map(({ title }) => ({ label: '未办完的申请', value: title }))
  },
})
