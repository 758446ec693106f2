import sql from 'sql-template-tag'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { SPAN_CAUSES } from '../../model/history.ts'
import { STUDENT_STATUS, type StudentStatus } from '../../model/status.ts'
import { student } from '../../model/student.ts'

const LIST = 'student:student:list'
/** 30 SP: class and standing, and a record with gaps. */
export default profilePart({
  code: 'student.way',
  label: '学籍',
  order: 10,
  permission: LIST,
  async happened({ db }, studentId, limit) {
    const rows = await db.query<{ at: string; status: StudentStatus; cause: keyof typeof SPAN_CAUSES; name: string | null }>(sql`
      select h."from"::text as at, h.status, h.cause, c.name from class_history h left join stu_class c on c.tenant_id = h.tenant_id and c.id = h.class_id
      where h.tenant_id = ${db.me.tenantId} and h.student_id in (select s.id from ${db.visibleFor(student, LIST).rows()} s where s.id = ${studentId}) order by h."from" desc limit ${limit}`)
    return rows.map(r => ({
      at: r.at,
      title: { text: SPAN_CAUSES[r.cause] },
      note: [{ text: STUDENT_STATUS[r.status] }, ...(r.name ? [r.name] : [])],
      tone: 'done' as const,
    }))
  },
  async notable({ db }, studentId) {
    const row = await db.visibleFor(student, LIST).one(studentId)
    const { completeness } = row
    return [
      typeof completeness === 'number' && completeness < 100 && row.hasRecord
        ? { code: 'incomplete', title: { text: '信息完整度 {percent}%', values: { percent: completeness } } }
        : null,
    ]
  },
})
