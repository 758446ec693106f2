import sql, { type Sql } from 'sql-template-tag'
import type { Fact, Facts, FactValue } from '#flow/index.ts'
import { today } from '#server/base/today.ts'
import type { Db, Principal } from '#server/context.ts'
import { type StudentFact, type StudentFactSource, studentFactSources } from '#server/extensions/student-facts.ts'
import { choicesOf } from './facts.ts'

const sourcesOf = (db: Db): readonly StudentFactSource[] => db.registered(studentFactSources)
const nameOf = (source: StudentFactSource, fact: string): string => `${source.code}.${fact}`
const mayUse = ({ permissions }: Principal, { permission, reveal = '' }: StudentFactSource, { sensitivity }: StudentFact): boolean =>
  permissions.has(permission) && (!sensitivity || permissions.has(reveal))

/** Facts about students, with the school's own choices; those that `me` may use, or all of them. */
export async function knownFacts(db: Db, me?: Principal): Promise<Fact[]> {
  const known = sourcesOf(db).flatMap(source =>
    Object.entries(source.facts)
      .filter(([, fact]) => !me || mayUse(me, source, fact))
      .map(([name, { otherwise: _otherwise, ...fact }]) => ({ ...fact, name: nameOf(source, name), from: 'student' as const, group: source.label })),
  )
  return Promise.all(known.map(fact => choicesOf(db, fact)))
}
/** Names of facts whose values `me` may be told about other people. */
export const readableFacts = (db: Db, me: Principal): ReadonlySet<string> =>
  new Set(
    sourcesOf(db).flatMap(source => Object.entries(source.facts).flatMap(([name, fact]) => (mayUse(me, source, fact) && fact.sensitivity !== 'S2' ? [nameOf(source, name)] : []))),
  )
/** The values of facts by student; without one, nothing is known. */
export type FactsOfStudent = (studentId: string | null | undefined) => Facts

/** Finds the named facts of all students whose ids `students` selects, as of a date: one statement for each source, whatever their number. */
export async function factsOfStudents(db: Db, students: Sql, names: readonly string[], on = today()): Promise<FactsOfStudent> {
  const found = new Map<string, Record<string, FactValue>>()
  const otherwise: Record<string, FactValue> = {}
  for (const source of sourcesOf(db)) {
    const wanted = Object.entries(source.facts).filter(([name]) => names.includes(nameOf(source, name)))
    const statement = wanted.length ? await source.values(db, students, on) : undefined
    if (!statement) continue
    for (const [name, fact] of wanted) if (fact.otherwise !== undefined) otherwise[nameOf(source, name)] = fact.otherwise
    for (const row of await db.query<Record<string, FactValue | null>>(statement)) {
      const id = String(row.id)
      const of = found.get(id) ?? found.set(id, {}).get(id)
      for (const [name] of wanted) if (of && row[name] !== null && row[name] !== undefined) of[nameOf(source, name)] = row[name]
    }
  }
  return studentId => (studentId ? { ...otherwise, ...found.get(studentId) } : {})
}
/** One student as the set that facts are found for. */
export const oneStudent = (studentId: string): Sql => sql`select ${studentId}::uuid`
