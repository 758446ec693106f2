import sql from 'sql-template-tag'
import { studentCount } from '#server/extensions/student-counts.ts'
import { counted } from './results.ts'
import { settingsOf } from './settings.ts'

/** Courses failed in the last term that was over on the day; a make-up examination may have mended them since. */
export default studentCount({
  code: 'failedCourses',
  async find(db, day) {
    const { 'grade.pass': pass } = await settingsOf(db)
    return sql`select c.student_id, count(*) filter (where c.best < ${pass}) as n from (
        select g.student_id, g.course_no, max(${counted}) as best from course_grade g
        where g.tenant_id = ${db.me.tenantId} and g.exam_kind <> 'retake'
          and (g.xn, g.xq_m) = (select t.xn, t.xq_m from term t where t.tenant_id = ${db.me.tenantId} and t.end_date < ${day} order by t.end_date desc limit 1)
        group by 1, 2) c group by 1`
  },
})
