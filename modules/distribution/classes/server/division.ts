import sql from 'sql-template-tag'
import type { Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { PRESENT } from '#modules/student/model/status.ts'
import { factsOfStudents } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Division, Member } from '../model/engine/types.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPair } from '../model/pair.ts'
import type { distributionPlan } from '../model/plan.ts'

export type Plan = Row<typeof distributionPlan>
export type Line = Row<typeof distributionLine>
/** A student a plan is about: without a class, or in one of its classes before. */
export interface Person extends Omit<Member, 'score' | 'fixed'> {
  name: string
  classId: string | null
}
/** Students of the grade-majors who are at school or about to come. Reads them for the school: plans are the office's. */
export const peopleOf = (db: Db, plan: Pick<Plan, 'gradeMajorIds' | 'classIds'>): Promise<Person[]> =>
  db.query<Person>(sql`
    select id, name, grade_major_id as "gradeMajorId", gender_code as "genderCode", left(source_canton, 2) as province, ethnicity_code as "ethnicityCode", class_id as "classId" from student
    where tenant_id = ${db.me.tenantId} and deleted_at is null and status = any(${[...PRESENT]}::text[]) and grade_major_id = any(${plan.gradeMajorIds}::uuid[])
      and (class_id is null or class_id = any(${plan.classIds}::uuid[])) order by id`)

/** What the engine works on. Members of the classes before, and who was put somewhere by hand, are fixed. */
export async function divisionOf(db: Db, plan: Plan, people: readonly Person[], seed = plan.seed): Promise<Division> {
  const [classes, pairs, locked, scoreOf] = [await classesOf(db, plan), await pairsOf(db, plan.id), await lockedOf(db, plan.id), await scoresOf(db, plan, people)]
  const members = people.map(({ name: _name, classId, ...person }): Member => {
    const fixed = classId ?? locked.get(person.id)
    return { ...person, score: scoreOf(person.id), ...(fixed === undefined ? {} : { fixed }) }
  })
  return { members, classes, pairs, balance: plan.balance, seed }
}
export async function classesOf(db: Db, { classIds }: Pick<Plan, 'classIds'>) {
  const known = await db.cached(stuClass)
  return (classIds ?? []).flatMap(id => known.get(id) ?? [])
}
/** Requirements of pairs, with whoever stands first. */
export const pairsOf = async (db: Db, planId: string) => (await db.unscoped(distributionPair).all({ planId })).map(p => ({ kind: p.kind, first: p.studentId, second: p.otherId })) // the plan is the caller's
async function lockedOf(db: Db, planId: string): Promise<Map<string, string | null>> {
  const lines = await db.unscoped(distributionLine).all({ planId, isLocked: true }) // the plan is the caller's
  return new Map(lines.map(l => [l.studentId, l.classId]))
}
async function scoresOf(db: Db, { scoreFact }: Pick<Plan, 'scoreFact'>, people: readonly Person[]): Promise<(id: string) => number | null> {
  if (!scoreFact) return () => null
  const facts = await factsOfStudents(db, sql`select unnest(${people.map(p => p.id)}::uuid[])`, [scoreFact])
  return id => {
    const value = facts(id)[scoreFact]
    return typeof value === 'number' ? value : null
  }
}
