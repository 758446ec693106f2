import sql, { type Sql } from 'sql-template-tag'
import type { Facts, FactValue } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { factNames, factsOfStudents, oneStudent } from '../../flows/server/api.ts'
import { conditionsIn } from '../model/conditions.ts'
import type { RoundRow } from '../model/round.ts'

const PORTION = 5000
/** The facts of a student as of the publication; undefined for who joined the audience later, and before there is one. */
export type FrozenFacts = (studentId: string | null) => Facts | undefined

const frozenNames = (row: RoundRow): string[] => [...new Set(factNames(conditionsIn(row).filter(c => c.isFrozen)))]
/** Keeps, as of now, what the frozen conditions of a round look at, of every student among these accounts. */
export async function freezeFacts(db: Db, row: RoundRow, accounts: Sql): Promise<void> {
  const names = frozenNames(row)
  if (!names.length) return
  const students = sql`select a.student_id from ${accounts} a where a.student_id is not null`
  const factsOf = await factsOfStudents(db, students, names)
  const ids = await db.query<{ id: string }>(sql`select distinct x.student_id as id from (${students}) x`)
  for (let at = 0; at < ids.length; at += PORTION) await keep(db, row.id, ids.slice(at, at + PORTION), factsOf)
}
const keep = (db: Db, roundId: string, of: ReadonlyArray<{ id: string }>, factsOf: (id: string) => Facts): Promise<unknown> =>
  db.query(sql`insert into round_fact (tenant_id, round_id, student_id, facts) select ${db.me.tenantId}::uuid, ${roundId}::uuid, x.id, x.facts
    from unnest(${of.map(s => s.id)}::uuid[], ${of.map(s => JSON.stringify(factsOf(s.id)))}::jsonb[]) x(id, facts) on conflict do nothing`)

/** The kept facts of the students that a select finds. */
export async function frozenFacts(db: Db, row: RoundRow, students: Sql): Promise<FrozenFacts> {
  if (!row.publishedAt || !frozenNames(row).length) return () => undefined
  const kept = await db.query<{ id: string; facts: Record<string, FactValue> }>(
    sql`select f.student_id as id, f.facts from round_fact f where f.tenant_id = ${db.me.tenantId} and f.round_id = ${row.id} and f.student_id in (${students})`,
  )
  const byStudent = new Map(kept.map(k => [k.id, k.facts]))
  return studentId => (studentId ? byStudent.get(studentId) : undefined)
}
/** Those of one student. */
export const frozenFactsOf = async (db: Db, row: RoundRow, studentId: string | null): Promise<Facts | undefined> =>
  studentId ? (await frozenFacts(db, row, oneStudent(studentId)))(studentId) : undefined
