import sql from 'sql-template-tag'
import { eachDay, lastDayOf, weekdayOf } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { handle } from '#server/context.ts'
import { datesOf, halfOf, type Span, spanOf } from '../model/half-days.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { monthReport } from '../model/read-actions.ts'

interface Line {
  studentId: string
  typeId: string
  startAt: string
  endAt: string
}
/** First character of the type, marked for a half day. */
function markOf(name: string, span: Span, date: string): string {
  const sign = [...name][0] ?? '假'
  const [am, pm] = [halfOf(date, 'am'), halfOf(date, 'pm')]
  if (span.from <= am && span.to >= pm) return sign
  return span.from <= am ? `${sign}上` : `${sign}下`
}
/** 班级月报: every student of the class with their half days of leave in the month. */
export default handle(monthReport, async ({ db, refuse }, { classId, month }) => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) refuse('month', { month }, 'month')
  const inClass = (await db.cached(stuClass)).get(classId)
  const students = await db.visible(student).all({ classId, status: ['active', 'suspended', 'retained'] }, { sort: ['studentNo'] })
  if (!inClass || !students.length) return refuse('classUnknown', {}, 'classId')
  const [from, to] = [`${month}-01`, lastDayOf(month)]
  const lines =
    await db.query<Line>(sql`select student_id as "studentId", type_id as "typeId", start_at as "startAt", coalesce(back_at, case when state = 'overdue' then now() end, end_at) as "endAt"
    from ${db.visible(leave).rows()} l where extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and student_id = any(${students.map(s => s.id)}::uuid[])
      and start_at < ${to}::date + 1 and coalesce(back_at, end_at) >= ${from}::date - 1 order by start_at`)
  const [book, types] = [await calendarOf(db), await db.cached(leaveType)]
  const used = new Set<string>()
  const sheet = students.map(s => {
    const marks: Record<string, string> = {}
    let halves = 0
    for (const line of lines.filter(l => l.studentId === s.id)) {
      const name = types.get(line.typeId)?.name ?? '假'
      const span = spanOf(line.startAt, Date.parse(line.endAt) > Date.parse(line.startAt) ? line.endAt : line.startAt)
      for (const date of datesOf(span).filter(d => d >= from && d <= to)) {
        marks[date] = markOf(name, span, date)
        halves += [...(marks[date] ?? '')].length > 1 ? 1 : 2
        used.add(name)
      }
    }
    return { studentNo: s.studentNo, name: s.name, days: halves / 2, marks }
  })
  return {
    className: inClass.name,
    month,
    days: eachDay(from, to).map(date => ({ date, weekday: weekdayOf(date), isFree: !isSchoolDayOn(book, date) })),
    students: sheet,
    legend: Object.fromEntries([...used].map(name => [[...name][0] ?? '', name])),
  }
})
