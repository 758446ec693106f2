import { type Condition, type Fact, type Facts, factsIn, holds, type Say, sayCondition, sayValue } from '#model/flow/index.ts'

/** One condition with its label. */
export interface NamedCondition {
  name: string
  when: Condition
}
export interface Unmet {
  /** The comparison in words. */
  says: string
  fact: string
  value: Facts[string]
}
export interface Explained {
  name: string
  isMet: boolean
  /** The comparisons that failed. */
  failed: Unmet[]
}
/** The comparisons that make a condition fail: the failing parts of an "and", all parts of an "or". */
function failing(condition: Condition, facts: Facts): Condition[] {
  if (holds(condition, facts)) return []
  if ('all' in condition) return condition.all.flatMap(part => failing(part, facts))
  if ('any' in condition) return condition.any.flatMap(part => failing(part, facts))
  return [condition]
}
function unmet(part: Condition, facts: Facts, known: readonly Fact[], say: Say): Unmet {
  const [fact = ''] = factsIn(part)
  return { says: sayCondition(part, known, say), fact, value: facts[fact] }
}
/** The value in words: with unit, or by the label of its code. Undefined where nothing is known. */
export function valueText({ fact, value }: Unmet, known: readonly Fact[], say: Say): string | undefined {
  const of = known.find(one => one.name === fact)
  const values = value === null || value === undefined ? [] : [value].flat()
  return values.length ? values.map(one => (of ? sayValue(one, of, say) : String(one))).join('、') : undefined
}
/** Evaluates each condition for one person and lists the failed comparisons with their values. */
export const explain = (conditions: readonly NamedCondition[], facts: Facts, known: readonly Fact[], say: Say): Explained[] =>
  conditions.map(({ name, when }) => {
    const failed = failing(when, facts).map(part => unmet(part, facts, known, say))
    return { name, isMet: !failed.length, failed }
  })
export const qualifies = (of: readonly Explained[]): boolean => of.every(e => e.isMet)
