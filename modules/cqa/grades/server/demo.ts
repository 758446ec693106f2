import sql, { join, type Sql } from 'sql-template-tag'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { courseGrade } from '../model/course-grade.ts'

/** Courses of each year of study and term: those of everybody, then those of the major. Their numbers end with year, term and place. */
const COURSES: ReadonlyArray<{ name: string; credit: number; isOfMajor?: true; isOptional?: true; isByLetter?: true }> = [
  { name: '大学英语', credit: 4 },
  { name: '体育', credit: 2, isByLetter: true },
  { name: '基础', credit: 4.5, isOfMajor: true },
  { name: '实训', credit: 3, isOfMajor: true },
  { name: '艺术鉴赏', credit: 1.5, isOptional: true },
]
const TRAINING_DAYS = 30
/** A draw from 0 to 999 that stays the same for a student and a word. */
const drawn = (about: Sql): Sql => sql`(('x' || substr(md5(s.student_no || ${about}), 1, 6))::bit(24)::int % 1000)`
const courses = join(
  COURSES.map((c, n) => sql`(${n}::int, ${c.name}::text, ${c.credit}::numeric, ${!!c.isOfMajor}::boolean, ${!c.isOptional}::boolean, ${!!c.isByLetter}::boolean)`),
)

/** Grades of two finished school years for everybody who studied then; whoever failed made up for it, but for some who do not graduate soon. */
export default async function demoGrades(db: Db): Promise<void> {
  const years = (await calendarOf(db)).years.filter(y => y.endDate < today()).slice(0, 2)
  for (const { xn } of years) {
    await examinations(db, xn)
    await makeups(db, xn)
  }
  await firstWeeks(db)
}
async function examinations(db: Db, xn: string): Promise<void> {
  const ability = sql`(62 + ${drawn(sql`'able'`)} * 0.032)`
  const score = sql`least(99, round(${ability} + (${drawn(sql`x.no || ${xn}::text`)} - 500) * 0.024))`
  await db.insertFrom(
    courseGrade,
    {
      ...{ studentId: sql`s.id`, xn, xqM: sql`x.term`, courseNo: sql`x.no`, courseName: sql`x.title`, credit: sql`x.credit`, isRequired: sql`x.required`, examKind: 'normal' },
      score: sql`case when not x.lettered then ${score} end`,
      letterId: sql`case when x.lettered then (select l.id from grade_letter l where l.tenant_id = s.tenant_id and l.score <= ${score} order by l.score desc limit 1) end`,
    },
    sql`student s join major m on m.tenant_id = s.tenant_id and m.id = s.major_id cross join generate_series(1, 2) half(term)
      cross join (values ${courses}) c(place, name, credit, of_major, required, lettered)
      cross join lateral (select half.term::text as term, least(4, (${xn.slice(0, 4)}::int - s.grade) * 2 + half.term) as step) y
      cross join lateral (select y.term, y.step, case when c.of_major then m.code else 'GG' end || '-' || y.step || c.place as no, c.credit, c.required, c.lettered) x0
      cross join lateral (select x0.*, case when c.of_major then m.name else '' end || c.name || (array['一', '二', '三', '四'])[x0.step] as title) x
      where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.has_record and s.grade <= ${xn.slice(0, 4)}::int`,
    { history: false },
  )
}
/** What freshmen are examined in first, once it is over. */
async function firstWeeks(db: Db): Promise<void> {
  const { terms } = await calendarOf(db)
  const now = terms.findLast(t => t.xqM === '1' && t.startDate <= day(-TRAINING_DAYS))
  if (!now) return
  await db.insertFrom(
    courseGrade,
    {
      ...{ studentId: sql`s.id`, xn: now.xn, xqM: now.xqM, courseNo: sql`c.no`, courseName: sql`c.name`, credit: sql`c.credit`, isRequired: true, examKind: 'normal' },
      score: sql`65 + ${drawn(sql`c.no`)} / 30`,
    },
    sql`student s cross join (values ('GG-JX', '军事训练', 2), ('GG-JL', '军事理论', 2), ('GG-RX', '入学教育', 1)) c(no, name, credit)
      where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.has_record and s.grade = ${now.xn.slice(0, 4)}::int
        and not exists (select from course_grade g where g.tenant_id = s.tenant_id and g.student_id = s.id and g.xn = ${now.xn})`,
    { history: false },
  )
}
async function makeups(db: Db, xn: string): Promise<void> {
  const graduatesSoon = sql`s.expected_graduation < ${day(400)}::date`
  await db.insertFrom(
    courseGrade,
    {
      ...{ studentId: sql`g.student_id`, xn, xqM: sql`g.xq_m`, courseNo: sql`g.course_no`, courseName: sql`g.course_name`, credit: sql`g.credit`, isRequired: sql`g.is_required` },
      ...{ examKind: 'makeup', score: sql`case when ${graduatesSoon} or ${drawn(sql`'makeup'`)} < 800 then 60 + ${drawn(sql`g.course_no`)} % 20 else 52 end` },
    },
    sql`course_grade g join student s on s.tenant_id = g.tenant_id and s.id = g.student_id left join grade_letter l on l.tenant_id = g.tenant_id and l.id = g.letter_id
      where g.tenant_id = ${db.me.tenantId} and g.xn = ${xn} and coalesce(g.score, l.score) < 60`,
    { history: false },
  )
}
