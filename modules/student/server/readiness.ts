import sql from 'sql-template-tag'
import { readinessCheck } from '#server/tenants/readiness.ts'

/** Checks that students exist and are placed. */
export default [
  readinessCheck('student.students', '学生名单', '/student/students', async db => {
    const [n] = await db.query<{ students: number; placed: number }>(sql`select count(*)::int as students, count(class_id)::int as placed from student
      where tenant_id = ${db.me.tenantId} and deleted_at is null and has_record`)
    const { students = 0, placed = 0 } = n ?? {}
    if (!students) return { share: 0, text: '还没有学生' }
    return placed === students ? { share: 1 } : { share: placed / students, text: '{lacking} 名学生没有班级', values: { lacking: students - placed } }
  }),
]
