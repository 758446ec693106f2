import { type Condition, type Fact, type Facts, factsIn, holds, type Say, sayCondition, sayValue } from '#flow/index.ts'

/** One condition with its label. */
export interface NamedCondition {
  name: string
  when: Condition
  /** Judged by what was known of each student when the round was published. */
  isFrozen?: boolean
}
export interface Unmet {
  /** The comparison in words, or how many of a group are met. */
  says: string
  /** Empty for a group. */
  fact: string
  value: Facts[string]
  /** Today's value, beside one of the publication. */
  now?: Facts[string]
}
export interface Explained {
  name: string
  isMet: boolean
  /** The comparisons that failed. */
  failed: Unmet[]
  /** Of a frozen condition that would be decided otherwise today: how. */
  today?: Pick<Explained, 'isMet' | 'failed'>
}
/** Translated by whoever says it. */
export const SOME_OF = '{count} 项中须满足 {n} 项，现满足 {met} 项'
/** What makes a condition fail: the failing parts of an "and", all parts of an "or"; where some of a group would do, the group and those of its parts that fail. */
function failing(condition: Condition, facts: Facts): Condition[] {
  if (holds(condition, facts)) return []
  if ('all' in condition) return condition.all.flatMap(part => failing(part, facts))
  if ('any' in condition) return condition.any.flatMap(part => failing(part, facts))
  if ('atLeast' in condition) return [condition, ...condition.of.flatMap(part => failing(part, facts))]
  return [condition]
}
function unmet(part: Condition, facts: Facts, known: readonly Fact[], say: Say): Unmet {
  if ('atLeast' in part) return { says: say(SOME_OF, { n: part.atLeast, count: part.of.length, met: part.of.filter(one => holds(one, facts)).length }), fact: '', value: null }
  const [fact = ''] = factsIn(part)
  return { says: sayCondition(part, known, say), fact, value: facts[fact] }
}
/** The value in words: with unit, or by the label of its code. Undefined where nothing is known. */
export function valueText({ fact, value }: Pick<Unmet, 'fact' | 'value'>, known: readonly Fact[], say: Say): string | undefined {
  const of = known.find(one => one.name === fact)
  const values = value === null || value === undefined ? [] : [value].flat()
  return values.length ? values.map(one => (of ? sayValue(one, of, say) : String(one))).join('、') : undefined
}
interface Person {
  facts: Facts
  /** As of the publication; none of who joined later, and before it. */
  frozen?: Facts | undefined
}
/** Evaluates each condition for one person and lists the failed comparisons with their values: frozen ones by the values of the publication, beside today's. */
export const explain = (conditions: readonly NamedCondition[], { facts, frozen }: Person, known: readonly Fact[], say: Say): Explained[] =>
  conditions.map(({ name, when, isFrozen }) => {
    const failedBy = (by: Facts): Unmet[] => failing(when, by).map(part => unmet(part, by, known, say))
    if (!isFrozen || !frozen) return { name, ...outcome(failedBy(facts)) }
    const failed = failedBy(frozen).map(f => ({ ...f, now: facts[f.fact] }))
    const today = outcome(failedBy(facts))
    return { name, ...outcome(failed), ...(today.isMet === !failed.length ? {} : { today }) }
  })
const outcome = (failed: Unmet[]) => ({ isMet: !failed.length, failed })
export const qualifies = (of: readonly Explained[]): boolean => of.every(e => e.isMet)
