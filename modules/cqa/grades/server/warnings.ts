import sql from 'sql-template-tag'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { coursesOf } from './results.ts'
import { settingsOf } from './settings.ts'

const OF_GRADES = { title: '课程成绩', permission: 'cqa:courseGrade:list' } as const
/** The last term that is over, if it ended in the span. */
async function lastTerm(db: Db, from: string) {
  const [last] = (await calendarOf(db)).terms.filter(t => t.endDate < today()).toSorted((a, b) => b.endDate.localeCompare(a.endDate))
  return last && last.endDate >= from ? last : undefined
}
/** So many courses are a reason of their own: one bad term counts once. */
const FAILED = 3
/** 60-EW: of the last term that is over the courses that no make-up examination has mended, as many as stand; else the part of its credits that was not earned, where the rest is under the school's line. */
export default [
  ...warningSource({
    ...{ ...OF_GRADES, code: 'cqa.failed', says: '不及格 {n} 门' },
    async find(db, students, from) {
      const last = await lastTerm(db, from)
      if (!last) return undefined
      const { 'grade.pass': pass } = await settingsOf(db)
      return sql`select c.student_id as id, ${last.endDate}::timestamp at time zone 'Asia/Shanghai' as at, count(*) filter (where c.best < ${pass})::float8 as value, ${`${last.xn} ${last.xqM}`}::text as "sourceId",
          '/cqa/grades?studentId=' || c.student_id as link
        from (${await coursesOf(db, students, last.xn, { terms: [last.xqM], onlyRequired: false })}) c group by 1`
    },
  }),
  ...warningSource({
    ...{ ...OF_GRADES, code: 'cqa.credits', says: '有 {n}% 的学分没有取得' },
    async find(db, students, from) {
      const last = await lastTerm(db, from)
      const { 'grade.pass': pass, 'grade.creditLine': line } = await settingsOf(db)
      if (!last || !line) return undefined
      const earned = sql`100 * coalesce(sum(c.credit) filter (where c.best >= ${pass}), 0) / sum(c.credit)`
      return sql`select c.student_id as id, ${last.endDate}::timestamp at time zone 'Asia/Shanghai' as at, round(100 - ${earned})::float8 as value, ${`${last.xn} ${last.xqM}`}::text as "sourceId",
          '/cqa/grades?studentId=' || c.student_id as link
        from (${await coursesOf(db, students, last.xn, { terms: [last.xqM], onlyRequired: false })}) c where c.best is not null group by 1 having sum(c.credit) > 0 and ${earned} < ${line}::numeric
          and count(*) filter (where c.best < ${pass}) < ${FAILED}::int`
    },
  }),
]
