import sql, { type Sql } from 'sql-template-tag'
import { monthOf, monthsBetween } from '#model/days.ts'
import { percentOf } from '#model/percent.ts'
import { schoolInstant } from '#model/school-time.ts'
import { calendarOf, schoolYearOn } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { isOnDay } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { countOf } from '#server/extensions/student-counts.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { talkCoverage } from '../model/actions.ts'
import type { WorkKind } from '../model/work-log.ts'

/** First day of the running school year; of a year the calendar does not have, the first of September. */
export async function yearBegan(db: Db): Promise<string> {
  const xn = await schoolYearOn(db)
  const { years } = await calendarOf(db)
  const began = years.find(y => y.xn === xn)?.startDate ?? `${xn.slice(0, 4)}-09-01`
  // before its first day nothing of it can have happened
  return [began, today()].toSorted()[0] ?? began
}
/** The local day of an entry `l`. */
export const dayOf: Sql = sql`(${atSchool(sql`l.started_at`)})::date`
/** 50-CW6: each entry of these kinds with each student it is about, and the class that student was in on its day. */
export const talksSince = (db: Db, kinds: readonly WorkKind[], from: string): Sql => sql`select l.author_id, l.kind, x.id::uuid as student_id, h.class_id, ${dayOf} as day
  from work_log l cross join lateral jsonb_array_elements_text(coalesce(l.student_ids, '[]')) x(id)
  join class_history h on h.tenant_id = l.tenant_id and h.student_id = x.id::uuid and ${isOnDay(dayOf)}
  where l.tenant_id = ${db.me.tenantId} and l.kind = any(${[...kinds]}::text[]) and l.state in ('submitted', 'commented') and l.started_at >= ${schoolInstant(from, '00:00')}::timestamptz`
interface OfClass {
  classId: string
  label: string
  students: number
  talked: number
  never: number
}
interface OfStudent {
  studentId: string
  name: string
  studentNo: string | null
  days: string[]
  isKey: boolean
}
export default handle(talkCoverage, async (ctx, { classId }) => {
  const { db } = ctx
  const from = await yearBegan(db)
  const pupils = db.visibleFor(student, talkCoverage.permission).rows()
  const classes = await db.query<OfClass>(sql`with talk as (select distinct t.student_id, t.class_id from (${talksSince(db, ['talk'], from)}) t)
    select s.class_id as "classId", c.name as label, count(*)::int as students, coalesce(max(n.talked), 0)::int as talked, (count(*) filter (where t.student_id is null))::int as never
    from ${pupils} s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join talk t on t.student_id = s.id and t.class_id = s.class_id
      left join (select class_id, count(*) as talked from talk group by 1) n on n.class_id = s.class_id
    where s.has_record group by 1, 2 order by 5 desc, 2`)
  const months = monthsBetween(monthOf(from), monthOf(today()))
  const asked = classId ?? (classes.length === 1 ? classes[0]?.classId : undefined)
  const students = asked
    ? await db.query<OfStudent>(sql`with talk as (${talksSince(db, ['talk'], from)})
        select s.id as "studentId", s.name, s.student_no as "studentNo", array(select t.day::text from talk t where t.student_id = s.id and t.class_id = s.class_id order by 1) as days,
          s.id in (select w.student_id from ${await countOf(db, 'warnings', sql`${today()}::date`, ctx)} w where w.n > 0) as "isKey"
        from ${pupils} s where s.has_record and s.class_id = ${asked} order by s.student_no, s.id`)
    : []
  return {
    from,
    classes: classes.map(c => ({ ...c, percent: percentOf(c.students - c.never, c.students) })),
    months,
    students: students.map(({ days, ...who }) => ({
      ...{ ...who, talks: days.length, lastOn: days.at(-1) ?? null },
      byMonth: months.map(month => days.filter(day => monthOf(day) === month).length),
    })),
  }
})
