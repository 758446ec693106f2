import sql from 'sql-template-tag'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { coursesOf } from './results.ts'
import { settingsOf } from './settings.ts'

/** 60-EW: courses of the last term that is over and that no make-up examination has mended, as many as stand. */
export default warningSource({
  ...{ code: 'cqa.failed', title: '课程成绩', permission: 'cqa:courseGrade:list' },
  async find(db, students, from) {
    const [last] = (await calendarOf(db)).terms.filter(t => t.endDate < today()).toSorted((a, b) => b.endDate.localeCompare(a.endDate))
    if (!last || last.endDate < from) return undefined
    const { 'grade.pass': pass } = await settingsOf(db)
    return sql`select c.student_id as id, ${last.endDate}::timestamp at time zone 'Asia/Shanghai' as at, count(*) filter (where c.best < ${pass})::float8 as value, ${`${last.xn} ${last.xqM}`}::text as "sourceId",
        '/cqa/grades?studentId=' || c.student_id as link
      from (${await coursesOf(db, students, last.xn, { terms: [last.xqM], onlyRequired: false })}) c group by 1`
  },
})
