import { type Condition, type Fact, type Facts, holds, type Say, sayCondition } from '#model/flow/index.ts'

/** One condition of a round with its label. */
export interface RoundCondition {
  name: string
  when: Condition
}
export interface Explained {
  name: string
  isMet: boolean
  /** The comparisons that failed, in words, with the value. */
  failed: Array<{ says: string; fact: string; value: Facts[string] }>
}
/** The comparisons that make a condition fail: the failing parts of an "and", all parts of an "or". */
function failing(condition: Condition, facts: Facts): Condition[] {
  if (holds(condition, facts)) return []
  if ('all' in condition) return condition.all.flatMap(part => failing(part, facts))
  if ('any' in condition) return condition.any.flatMap(part => failing(part, facts))
  return [condition]
}
const factOf = (condition: Condition): string => ('fact' in condition ? condition.fact : 'not' in condition ? factOf(condition.not) : '')

/** Evaluates each condition of a round for one person and lists the failed ones with their values. */
export function explain(conditions: readonly RoundCondition[], facts: Facts, known: readonly Fact[], say: Say): Explained[] {
  return conditions.map(({ name, when }) => {
    const failed = failing(when, facts).map(part => ({ says: sayCondition(part, known, say), fact: factOf(part), value: facts[factOf(part)] }))
    return { name, isMet: !failed.length, failed }
  })
}
export const qualifies = (of: readonly Explained[]): boolean => of.every(e => e.isMet)
