import { type Condition, type Fact, type Facts, factsIn, holds, type Say, sayCondition } from '#flow/index.ts'
import { explain, type NamedCondition, type Unmet } from '#modules/workflow/flows/model/explain.ts'

/** Of a condition: it holds; it fails; it would hold with an outstanding achievement that is proved; no module knows its facts yet. */
export const RESULTS = { pass: '符合', fail: '不符合', proof: '须有突出表现', unknown: '暂无数据' } as const
export type Result = keyof typeof RESULTS
/** What an application says itself, beside the facts of students. */
export const OUTSTANDING: Fact = { name: 'application.outstanding', label: '有突出表现并附证明', type: 'bool', from: 'form', group: '申报' }

export interface Judged {
  name: string
  says: string
  result: Result
  /** The comparisons that failed. */
  failed: readonly Unmet[]
}
interface Knowing {
  known: readonly Fact[]
  say: Say
}
/** One condition, without words: for thousands of students. */
export function resultOf(when: Condition, facts: Facts, known: ReadonlySet<string>): Result {
  if (!factsIn(when).every(name => known.has(name))) return 'unknown'
  if (holds(when, facts)) return 'pass'
  return holds(when, { ...facts, [OUTSTANDING.name]: true }) ? 'proof' : 'fail'
}
function judgeOne({ name, when }: NamedCondition, facts: Facts, { known, say }: Knowing, names: ReadonlySet<string>): Judged {
  const result = resultOf(when, facts, names)
  if (result === 'unknown') return { name, says: name, result, failed: [] }
  const says = sayCondition(when, known, say)
  if (result === 'pass') return { name, says, result, failed: [] }
  const failed = explain([{ name, when }], { facts }, known, say)[0]?.failed ?? []
  const own = failed.filter(f => f.fact !== OUTSTANDING.name)
  return { name, says, result, failed: own.length ? own : failed }
}
/** Each condition for one student, with what failed. A condition over facts that no module of this school knows is neither met nor failed. */
export function judge(conditions: readonly NamedCondition[], facts: Facts, { known, say }: Knowing): Judged[] {
  const all = [...known, OUTSTANDING]
  const names = new Set(all.map(f => f.name))
  return conditions.map(one => judgeOne(one, facts, { known: all, say }, names))
}
/** Nothing speaks against it: of what is not known somebody else makes sure. */
export const isMet = (judged: readonly Pick<Judged, 'result'>[]): boolean => judged.every(j => j.result === 'pass' || j.result === 'unknown')
/** Whether somebody with an outstanding achievement could apply. */
export const mayProve = (judged: readonly Pick<Judged, 'result'>[]): boolean => judged.every(j => j.result !== 'fail')
