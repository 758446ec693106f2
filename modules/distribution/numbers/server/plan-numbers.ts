import sql from 'sql-template-tag'
import type { Row } from '#model'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import { PRESENT } from '#modules/student/model/status.ts'
import type { Db } from '#server/context.ts'
import { type Assignment, assign, type Candidate, isReady, prefixesOf, type Rule, scopeKeyOf } from '../model/assign.ts'
import type { numberRule } from '../model/number-rule.ts'
import { lengthOf } from '../model/segments.ts'

export type StoredRule = Row<typeof numberRule>
export interface NumberPlan extends Assignment {
  /** Students who need a class first. */
  unready: number
}
/** The numbers a run of this rule would give now. */
export async function planNumbers(db: Db, rule: StoredRule): Promise<NumberPlan> {
  const waiting = await candidates(db, rule, null)
  const ready = waiting.filter(c => isReady(rule, c))
  return { ...(await numbersFor(db, rule, ready)), unready: waiting.length - ready.length }
}
/** The numbers these students would get, behind those given before. */
export async function numbersFor(db: Db, rule: Rule, students: readonly Candidate[]): Promise<Assignment> {
  const keys = [...new Set(students.map(c => scopeKeyOf(rule.seqScope, c)))]
  const ends = await db.query<{ key: string; last: number }>(
    sql`select scope_key as key, max(seq) as last from given_number where tenant_id = ${db.me.tenantId} and scope_key = any(${keys}::text[]) group by scope_key`,
  )
  return assign(rule, students, new Map(ends.map(e => [e.key, e.last])), await usedNumbers(db, rule, students))
}
/** Numbers anybody ever had that look like those to come. */
async function usedNumbers(db: Db, rule: Rule, students: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const prefixes = prefixesOf(rule, students)
  const rows = await db.query<{ number: string }>(sql`select number from student_number
    where tenant_id = ${db.me.tenantId} and length(number) = ${lengthOf(rule.segments)} and left(number, ${prefixes[0]?.length ?? 0}) = any(${prefixes}::text[])`)
  return new Set(rows.map(r => r.number))
}
/** Students of the rule who are about to come or here: those without a number, or the one named. Read for the school, as numbers are. */
export async function candidates(db: Db, { grade, levels, departmentIds }: StoredRule, studentId: string | null): Promise<Candidate[]> {
  const departments = departmentIds?.length ? (await Promise.all(departmentIds.map(id => departmentsBelow(db, id)))).flat() : null
  return db.query<Candidate>(sql`
    select s.id, s.name, s.name_pinyin as "namePinyin", s.ksh, s.gender_code as "genderCode", s.grade, s.level, s.class_id as "classId", c.class_no as "classNo", c.name as "className",
      s.major_id as "majorId", m.code as major, m.name as "majorName", s.department_id as "departmentId", d.code as dept, d.name as "departmentName"
    from student s join major m on m.tenant_id = s.tenant_id and m.id = s.major_id join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = any(${[...PRESENT]}::text[])
      and ${studentId ? sql`s.id = ${studentId}` : sql`s.student_no is null`}
      and (${grade ?? null}::int is null or s.grade = ${grade ?? null}::int) and (${levels?.length ? levels : null}::text[] is null or s.level = any(${levels ?? []}::text[]))
      and (${departments}::uuid[] is null or s.department_id = any(${departments ?? []}::uuid[]))
    order by s.id`)
}
