import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Ctx, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { courseGrade } from '../model/course-grade.ts'
import { gradeFaults } from './faults.ts'

type Given = Partial<Row<typeof courseGrade>>
interface Fault {
  field: string
  rule: string
  values: Record<string, unknown>
}
/** The rules of the import, for a single grade. */
async function check({ db }: Ctx, row: Given): Promise<void> {
  const one = sql`(select 1 as _row, ${db.me.tenantId}::uuid as tenant_id, ${row.id ?? null}::uuid as id, ${row.studentId}::uuid as student_id, ${row.xn}::text as xn, ${row.xqM}::text as xq_m,
    ${row.courseNo}::text as course_no, ${row.courseName}::text as course_name, ${row.credit}::numeric as credit, ${row.score ?? null}::numeric as score,
    ${row.letterId ?? null}::uuid as letter_id, ${row.examKind ?? 'normal'}::text as exam_kind)`
  for (const statement of gradeFaults(one)) {
    const [fault] = await db.query<Fault>(statement)
    if (fault) throw refusalOf(courseGrade, fault.rule, fault.values, fault.field)
  }
}
export default [
  rules(courseGrade, {
    add: (ctx, draft) => check(ctx, draft),
    update: (ctx, row, patch) => check(ctx, { ...row, ...patch }),
  }),
  importRules(courseGrade, { check: ({ rows }) => gradeFaults(rows) }),
  ...studentNumbers(courseGrade),
]
