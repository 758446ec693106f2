import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Whom a task asks, in SQL. */
export interface TaskPeople {
  /** Text after `from`, with the aliases `s` (the student) and `a` (their answer, all null where there is none). */
  from: Sql
  /** Condition on `a`: has answered. */
  isAnswered: Sql
  /** Condition on `a`: need not answer; counts as neither expected nor answered. */
  isExcused?: Sql
}
const expected = ({ isExcused }: TaskPeople): Sql => (isExcused ? sql`not coalesce(${isExcused}, false)` : sql`true`)
/** Condition: has to answer and has not. */
export const lacks = (people: TaskPeople): Sql => sql`${expected(people)} and not coalesce(${people.isAnswered}, false)`

type Figures<C extends string> = { expected: number; answered: number } & Record<C, number>
export type ClassProgress<C extends string> = Figures<C> & { classId: string | null; label: string; college: string | null }
/** Expected, answered and further counts (aggregates over `s` and `a`) of the whole and of each class, in one statement. */
export async function progressOf<C extends string>(db: Db, people: TaskPeople, counts: Readonly<Record<C, Sql>>): Promise<Figures<C> & { byClass: Array<ClassProgress<C>> }> {
  const all: Array<readonly [string, Sql]> = [
    ['expected', sql`count(*) filter (where ${expected(people)})::int`],
    ['answered', sql`count(*) filter (where ${expected(people)} and ${people.isAnswered})::int`],
    ...Object.entries<Sql>(counts),
  ]
  const byClass = await db.query<
    ClassProgress<C>
  >(sql`select s.class_id as "classId", coalesce(k.name, '—') as label, d.name as college, ${join(all.map(([name, sum]) => sql`${sum} as ${raw(`"${name}"`)}`))}
    from ${people.from} left join stu_class k on k.tenant_id = ${db.me.tenantId} and k.id = s.class_id
      left join department d on d.tenant_id = k.tenant_id and d.id = k.department_id group by 1, 2, 3 order by 2, 1`)
  const sum = (name: string): number => byClass.reduce((n, c) => n + Number((c as Record<string, unknown>)[name]), 0)
  return { ...(Object.fromEntries(all.map(([name]) => [name, sum(name)])) as Figures<C>), byClass }
}
const MOST = 2000
export interface Lacking {
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
}
/** Who has not answered, by class and number. */
export const lackingOf = (db: Db, people: TaskPeople): Promise<Lacking[]> =>
  db.query<Lacking>(sql`select s.id as "studentId", s.name, s.student_no as "studentNo", k.name as "className" from ${people.from}
    left join stu_class k on k.tenant_id = ${db.me.tenantId} and k.id = s.class_id where ${lacks(people)}
    order by k.name, s.student_no limit ${MOST}`)
/** Accounts of those who have not answered. */
export const lackingAccounts = async (db: Db, people: TaskPeople): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      sql`select u.user_id as id from ${people.from} join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = s.id where ${lacks(people)}`,
    )
  ).map(u => u.id)
