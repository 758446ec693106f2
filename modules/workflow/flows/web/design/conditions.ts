import { type CompareOp, type Comparison, type Condition, type Fact, type FactValue, OPS } from '#flow/index.ts'

/** How the parts of a group combine. */
export const GROUP_KINDS = { all: '同时满足', any: '满足任一', some: '至少满足几项', none: '都不满足', notAll: '不同时满足' } as const
export type GroupKind = keyof typeof GROUP_KINDS
export interface Group {
  kind: GroupKind
  /** Of `some`: how many. */
  n?: number
  parts: readonly Condition[]
}
export const isComparison = (condition: Condition): condition is Comparison => 'fact' in condition

/** Normalises any condition to a group, the form used for editing; a single comparison becomes a group of one. */
export function asGroup(condition: Condition): Group {
  if ('all' in condition) return { kind: 'all', parts: condition.all }
  if ('any' in condition) return { kind: 'any', parts: condition.any }
  if ('atLeast' in condition) return { kind: 'some', n: condition.atLeast, parts: condition.of }
  if (!('not' in condition)) return { kind: 'all', parts: [condition] }
  const inner = asGroup(condition.not)
  if (inner.kind === 'any') return { kind: 'none', parts: inner.parts }
  if (inner.kind === 'all') return { kind: inner.parts.length > 1 ? 'notAll' : 'none', parts: inner.parts }
  return { kind: 'none', parts: [condition.not] }
}
/** Where some would do, never more are asked for than there are. */
export function fromGroup({ kind, n = 1, parts }: Group): Condition {
  if (kind === 'all') return { all: parts }
  if (kind === 'any') return { any: parts }
  if (kind === 'some') return { atLeast: Math.max(1, Math.min(n, parts.length)), of: parts }
  return { not: kind === 'none' ? { any: parts } : { all: parts } }
}
const FIRST_OP: Readonly<Record<Fact['type'], CompareOp>> = { number: 'gt', choice: 'in', bool: 'eq', date: 'ge', text: 'eq' }
/** Initial comparison of a fact: default operator, no value. */
export const comparisonOf = (fact: Fact): Comparison => withOp({ fact: fact.name, op: 'filled' }, FIRST_OP[fact.type], fact)

const isMany = (op: CompareOp): op is 'in' | 'notIn' => op === 'in' || op === 'notIn'
/** The same comparison with another operator; keeps the value if still valid. */
export function withOp(is: Comparison, op: CompareOp, fact: Fact): Comparison {
  if (op === 'empty' || op === 'filled') return { fact: is.fact, op }
  const old: readonly FactValue[] = 'value' in is ? [is.value].flat() : []
  if (isMany(op)) return { fact: is.fact, op, value: old.filter(value => value !== '') }
  return { fact: is.fact, op, value: old[0] ?? (fact.type === 'bool' ? true : '') }
}
export const withValue = (is: Comparison, value: FactValue | readonly FactValue[]): Comparison => {
  if (is.op === 'empty' || is.op === 'filled') return is
  if (is.op === 'in' || is.op === 'notIn') return { fact: is.fact, op: is.op, value: [value].flat() }
  return { fact: is.fact, op: is.op, value: [value].flat()[0] ?? '' }
}
const OF_NUMBERS: Readonly<Record<CompareOp, string>> = {
  eq: '等于',
  ne: '不等于',
  gt: '超过',
  ge: '不少于',
  lt: '少于',
  le: '不超过',
  in: '是其中之一',
  notIn: '不是其中任何一个',
  empty: '没有填写',
  filled: '已填写',
}
const OF_DAYS: Partial<Record<CompareOp, string>> = { eq: '是', ne: '不是', gt: '晚于', ge: '不早于', lt: '早于', le: '不晚于' }
const OF_YES_NO: Partial<Record<CompareOp, string>> = { eq: '为', ne: '不为' }
const OF_WORDS: Partial<Record<CompareOp, string>> = { eq: '是', ne: '不是' }
/** Operators of a fact with labels. */
export function opsOf(fact: Fact): Array<{ op: CompareOp; words: string }> {
  const own = { number: {}, date: OF_DAYS, bool: OF_YES_NO, text: OF_WORDS, choice: OF_WORDS }[fact.type] as Partial<Record<CompareOp, string>>
  return OPS[fact.type].map(op => ({ op, words: own[op] ?? OF_NUMBERS[op] }))
}
