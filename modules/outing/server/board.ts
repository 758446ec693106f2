import sql, { empty, type Sql } from 'sql-template-tag'
import { student } from '#modules/student/model/student.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { outingTransport } from '../model/going-out.ts'
import { CHOICES, holidayDestination, holidayPlan } from '../model/holiday.ts'
import { destinationBoard, unansweredStudents } from '../model/holiday-actions.ts'
import type { Plan } from './plans.ts'
import { regionNames } from './regions.ts'

const LIST = 'outing:holidayDestination:list'
interface Count {
  key: string
  count: number
}
/** Students of the plan's audience within the reader's scope, as a subselect. */
export async function expectedStudents(db: Db, plan: Plan): Promise<Sql> {
  return sql`(select s.id, s.class_id, s.department_id, s.name, s.student_no from ${db.visibleFor(student, LIST).rows()} s join ${await roundAccounts(db, holidayPlan, plan)} a on a.student_id = s.id)`
}
const grouped = (db: Db, by: Sql, from: Sql): Promise<Count[]> =>
  db.query<Count>(sql`select ${by} as key, count(*)::int as count ${from} and ${by} is not null group by 1 order by 2 desc, 1`)

const board = handle(destinationBoard, async ({ db }, { planId, departmentId }) => {
  const plan = await db.unscoped(holidayPlan).one(planId) // the plan's name is visible to readers of answers; students are scoped below
  const within = departmentId ? sql`where s.department_id = ${departmentId}` : empty
  const from = sql`from ${db.visible(holidayDestination).rows()} d where d.plan_id = ${planId} and d.answered_at is not null ${departmentId ? sql`and d.department_id = ${departmentId}` : empty}`
  const [choices, transports, provinces, cities, days] = await Promise.all([
    grouped(db, sql`d.choice`, from),
    grouped(db, sql`d.transport`, from),
    grouped(db, sql`left(d.canton_code, 2) || '0000'`, from),
    grouped(db, sql`left(d.canton_code, 4) || '00'`, from),
    db.query<{
      date: string
      leaving: number
      returning: number
    }>(sql`select x.date::text as date, count(*) filter (where x.is_out)::int as leaving, count(*) filter (where not x.is_out)::int as returning
      from (select (d.leave_at at time zone 'Asia/Shanghai')::date as date, true as is_out ${from} and d.leave_at is not null
        union all select (d.back_planned at time zone 'Asia/Shanghai')::date, false ${from} and d.back_planned is not null) x group by 1 order by 1`),
  ])
  const classes = await db.query<Line>(sql`select s.class_id as "classId", coalesce(c.name, '—') as label, count(*)::int as expected, count(d.answered_at)::int as answered,
      count(*) filter (where d.choice = 'stay' and d.answered_at is not null)::int as stay, count(*) filter (where d.choice <> 'stay' and d.answered_at is not null)::int as leave, count(d.back_at)::int as back
    from ${await expectedStudents(db, plan)} s left join holiday_destination d on d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.student_id = s.id
    left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = s.class_id ${within} group by 1, 2 order by 2`)
  const [{ short }, transportNames] = [await regionNames(db), await itemsOf(db, outingTransport.code)]
  const named = (counts: readonly Count[], nameOf: (key: string) => string) => counts.map(c => ({ ...c, label: nameOf(c.key) }))
  return {
    expected: classes.reduce((sum, c) => sum + c.expected, 0),
    answered: classes.reduce((sum, c) => sum + c.answered, 0),
    byChoice: named(choices, key => CHOICES[key as keyof typeof CHOICES] ?? key),
    byTransport: named(transports, key => transportNames.get(key)?.dictionaryValue ?? key),
    byProvince: named(provinces, short),
    byCity: named(cities, short),
    byDay: days,
    byClass: classes.filter(c => c.classId),
  }
})
interface Line {
  classId: string
  label: string
  expected: number
  answered: number
  stay: number
  leave: number
  back: number
}
const unanswered = handle(unansweredStudents, async ({ db }, { planId, classId }) => {
  const plan = await db.unscoped(holidayPlan).one(planId) // see above
  return db.query<{
    studentId: string
    name: string
    studentNo: string | null
    className: string | null
  }>(sql`select s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className"
    from ${await expectedStudents(db, plan)} s left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = s.class_id
    where not exists (select from holiday_destination d where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.student_id = s.id and d.answered_at is not null)
      ${classId ? sql`and s.class_id = ${classId}` : empty} order by c.name, s.student_no limit 2000`)
})
export default [board, unanswered]
