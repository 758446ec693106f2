import sql, { type Sql } from 'sql-template-tag'
import { type Condition, type Fact, factsIn, sayCondition } from '#flow/index.ts'
import { knownFacts, roundAccounts, sayIn } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { OUTSTANDING, type Result, resultOf } from '../../items/model/checks.ts'
import { factsFor } from '../../items/server/api.ts'
import { simulateAwards } from '../model/actions.ts'
import { awardBatch, type FrozenItem } from '../model/batch.ts'
import { type Batch, itemsIn } from './batches.ts'

interface Person {
  id: string
  departmentId: string | null
}
/** A select of the students a batch is for. */
export const studentsIn = async (db: Db, batch: Batch): Promise<Sql> => sql`select a.student_id from ${await roundAccounts(db, awardBatch, batch)} a where a.student_id is not null`
const peopleIn = (db: Db, students: Sql): Promise<Person[]> =>
  db.query<Person>(sql`select s.id, s.department_id as "departmentId" from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) order by s.id`)
export interface Judgement extends Person {
  /** In the order of the item's conditions. */
  results: readonly Result[]
  lacks: readonly boolean[]
}
const lacksOf = (when: Condition, facts: Readonly<Record<string, unknown>>): boolean =>
  factsIn(when).some(name => name !== OUTSTANDING.name && (facts[name] === undefined || facts[name] === null))
/** Everybody a batch is for, judged by each of its items on individuals: one statement for each source of facts, whatever their number. */
export async function judgeEverybody(db: Db, batch: Batch, known: readonly Fact[]): Promise<Map<FrozenItem, Judgement[]>> {
  const items = (await itemsIn(db, batch)).filter(i => i.subject === 'student')
  const students = await studentsIn(db, batch)
  const people = await peopleIn(db, students)
  const factsOf = await factsFor(
    db,
    items.flatMap(i => i.conditions),
    students,
    batch.factsAsOf,
  )
  const names = new Set([...known.map(f => f.name), OUTSTANDING.name])
  return new Map(
    items.map(item => [
      item,
      people.map(person => {
        const facts = factsOf(person.id)
        return { ...person, results: item.conditions.map(c => resultOf(c.when, facts, names)), lacks: item.conditions.map(c => lacksOf(c.when, facts)) }
      }),
    ]),
  )
}
export const meets = ({ results }: Pick<Judgement, 'results'>): boolean => results.every(r => r === 'pass' || r === 'unknown')
const proves = ({ results }: Pick<Judgement, 'results'>): boolean => results.every(r => r !== 'fail')
const sum = (of: readonly Judgement[], is: (j: Judgement) => boolean): number => of.reduce((n, j) => n + Number(is(j)), 0)
/** How many of each college meet the conditions of an item (40-A6). */
export function headsByCollege(judged: readonly Judgement[]): Map<string, number> {
  const heads = new Map<string, number>()
  for (const one of judged) if (one.departmentId && meets(one)) heads.set(one.departmentId, (heads.get(one.departmentId) ?? 0) + 1)
  return heads
}
export default handle(simulateAwards, async ({ db, lang }, { id }) => {
  const batch = await db.visible(awardBatch).one(id)
  const known = await knownFacts(db)
  const names = new Set([...known.map(f => f.name), OUTSTANDING.name])
  const colleges = new Map(
    (await db.query<{ id: string; name: string; code: string }>(sql`select id, name, code from department where tenant_id = ${db.me.tenantId} order by code`)).map(d => [
      d.id,
      d.name,
    ]),
  )
  const say = sayIn(lang)
  return [...(await judgeEverybody(db, batch, known))].map(([item, judged]) => ({
    ...{ itemId: item.id, item: item.name, total: judged.length, met: sum(judged, meets), proof: sum(judged, j => !meets(j) && proves(j)) },
    colleges: [...Map.groupBy(judged, j => j.departmentId)].map(([college, of]) => ({
      ...{ id: college, name: colleges.get(college ?? '') ?? translate(lang, '没有学院'), total: of.length, met: sum(of, meets) },
    })),
    conditions: item.conditions.map((condition, n) => {
      const isKnown = factsIn(condition.when).every(name => names.has(name))
      return {
        ...{ name: condition.name, isKnown, says: isKnown ? sayCondition(condition.when, [...known, OUTSTANDING], say) : condition.name },
        ...{
          failed: sum(judged, j => j.results[n] === 'fail' || j.results[n] === 'proof'),
          missing: isKnown ? sum(judged, j => j.results[n] === 'fail' && j.lacks[n] === true) : 0,
        },
      }
    }),
  }))
})
