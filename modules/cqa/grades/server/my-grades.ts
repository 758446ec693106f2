import sql from 'sql-template-tag'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { myGrades } from '../model/actions.ts'
import type { EXAM_KINDS } from '../model/course-grade.ts'
import { counted, yearResults } from './results.ts'
import { settingsOf } from './settings.ts'

interface Grade {
  id: string
  xn: string
  xqM: '1' | '2' | '3'
  courseName: string
  credit: number
  examKind: keyof typeof EXAM_KINDS
  isRequired: boolean
  result: string | null
  isPassed: boolean | null
}
async function gradesOf(db: Db, studentId: string): Promise<Grade[]> {
  const { 'grade.pass': pass } = await settingsOf(db)
  return db.query<Grade>(sql`select g.id, g.xn, g.xq_m as "xqM", g.course_name as "courseName", g.credit::float8 as credit, g.exam_kind as "examKind", g.is_required as "isRequired",
      coalesce(trim_scale(g.score)::text, l.name) as result, ${counted} >= ${pass} as "isPassed"
    from course_grade g left join grade_letter l on l.tenant_id = g.tenant_id and l.id = g.letter_id
    where g.tenant_id = ${db.me.tenantId} and g.student_id = ${studentId} order by g.xn desc, g.xq_m desc, g.course_no, g.exam_kind desc`)
}
interface Year {
  average: number | null
  gpa: number | null
  credits: number
  failed: number
  rank: number | null
  size: number | null
}
const NOTHING: Year = { average: null, gpa: null, credits: 0, failed: 0, rank: null, size: null }
export default handle(myGrades, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const byYear = Map.groupBy(await gradesOf(db, studentId), g => g.xn)
  return Promise.all(
    [...byYear].map(async ([xn, rows]) => {
      const [year = NOTHING] = await db.query<Year & { id: string }>(await yearResults(db, sql`select ${studentId}::uuid`, xn))
      const { average, gpa, credits, failed, rank, size } = year
      return { ...{ xn, average, gpa, credits, failed, rank, size }, grades: rows.map(({ xn: _xn, ...grade }) => grade) }
    }),
  )
})
