import sql from 'sql-template-tag'
import { type Action, refusalOf } from '#model'
import { daysBetween } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { attendanceReport, exportAttendanceReport, MOST_DAYS } from '../model/read-actions.ts'
import { signLine } from '../model/sign-line.ts'
import { attendanceOf, COUNTS, type Counts } from './counts.ts'

interface ReportInput {
  classId: string
  from: string
  to: string
}
type Attended = Counts & { studentNo: string | null; name: string; percent: number }
/** 班级考勤表: every student of the class with counts of present, late, absent and excused. */
async function attended(db: Db, action: Action, { classId, from, to }: ReportInput): Promise<{ className: string; students: Attended[] }> {
  const days = daysBetween(from, to) + 1
  if (days > MOST_DAYS || days < 1) throw refusalOf(action, 'span', { most: MOST_DAYS, days })
  const inClass = (await db.cached(stuClass)).get(classId)
  const rows = await db.query<Omit<Attended, 'percent'>>(sql`select s.student_no as "studentNo", s.name, ${COUNTS} from ${db.visible(signLine).rows()} l
    join ${db.visibleFor(student, action.permission).rows()} s on s.id = l.student_id join sign_occurrence o on o.tenant_id = ${db.me.tenantId} and o.id = l.occurrence_id
    where l.class_id = ${classId} and l.date between ${from}::date and ${to}::date and o.state in ('closed', 'settled') group by s.id, s.student_no, s.name order by 1, 2`)
  if (!inClass || (!rows.length && !(await db.visibleFor(student, action.permission).count({ classId })))) throw refusalOf(action, 'classUnknown', {}, 'classId')
  return { className: inClass.name, students: rows.map(r => ({ ...r, percent: attendanceOf(r) })) }
}
const shown = handle(attendanceReport, ({ db }, asked) => attended(db, attendanceReport, asked))
const HEADS = { total: '应到', signed: '准时', late: '迟到', absent: '缺勤', excused: '免签', madeUp: '补签', voided: '作废' } as const
const exported = handle(exportAttendanceReport, async ({ db, lang }, asked) => {
  const { className, students } = await attended(db, exportAttendanceReport, asked)
  const keys = Object.keys(HEADS) as Array<keyof typeof HEADS>
  const number = (title: string) => ({ title: translate(lang, title), kind: 'number' as const, width: 10 })
  return sheetAnswer({
    name: `${className} ${asked.from} ${asked.to} ${translate(lang, '考勤表')}`,
    columns: [{ title: translate(lang, '学号'), width: 16 }, { title: translate(lang, '姓名'), width: 14 }, ...keys.map(key => number(HEADS[key])), number('出勤率')],
    rows: [students.map(s => [s.studentNo, s.name, ...keys.map(key => s[key]), s.percent])],
  })
})
export default [shown, exported]
