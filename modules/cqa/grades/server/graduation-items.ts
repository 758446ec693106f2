import sql from 'sql-template-tag'
import { auditItem } from '#server/extensions/graduation-items.ts'
import { counted } from './results.ts'
import { settingsOf } from './settings.ts'

/** 30-GR1: required courses that a student took and has passed in none of its examinations. */
export default auditItem({
  ...{ code: 'courses', title: '必修课程', order: 15, need: { text: '必修课程全部及格' } },
  said: n => ({ text: '{n} 门没有及格', values: { n: Number(n) } }),
  async judge(db, students) {
    const { 'grade.pass': pass } = await settingsOf(db)
    return sql`select c.student_id as id, false as pass, count(*)::text as actual
      from (select g.student_id, g.course_no, max(${counted}) as best from course_grade g
        where g.tenant_id = ${db.me.tenantId} and g.is_required and g.student_id in (${students}) group by 1, 2) c
      where c.best is null or c.best < ${pass} group by 1`
  },
})
