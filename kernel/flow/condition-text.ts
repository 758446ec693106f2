import { FEN } from '#model/money.ts'
import type { Condition, Fact, FactValue } from './condition.ts'
import { type Comparison, partsOf } from './facts.ts'

type Some = Extract<Condition, { atLeast: number }>
/** Translates a sentence and fills its placeholders. */
export type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string
/** Building blocks of a condition's description; each is translated separately. */
export const SAY_TEXTS = {
  and: '{a}且{b}',
  or: '{a}或{b}',
  atLeast: '以下 {count} 项中至少 {n} 项：{parts}',
  item: '{a}；{b}',
  group: '（{part}）',
  not: '并非（{part}）',
  always: '任何情况',
  eq: '{label}等于 {value}',
  ne: '{label}不等于 {value}',
  gt: '{label}超过 {value}',
  ge: '{label}不少于 {value}',
  lt: '{label}少于 {value}',
  le: '{label}不超过 {value}',
  after: '{label}晚于 {value}',
  notBefore: '{label}不早于 {value}',
  before: '{label}早于 {value}',
  notAfter: '{label}不晚于 {value}',
  is: '{label}是{value}',
  isNot: '{label}不是{value}',
  isOneOf: '{label}是{values}之一',
  isNoneOf: '{label}不是{values}中的任何一个',
  listed: '{a}、{b}',
  yes: '{label}',
  no: '不{label}',
  hasNo: '没{label}',
  isYes: '{label}为“是”',
  isNo: '{label}为“否”',
  empty: '{label}没有填写',
  filled: '{label}已填写',
  unit: '{value} {unit}',
  otherwise: '其他情况',
} as const
type Key = keyof typeof SAY_TEXTS

/** Describes a condition with the labels of its facts: “合并天数不超过 3 天且不在节假日前后”. */
export function sayCondition(condition: Condition, facts: readonly Fact[], t: Say): string {
  if ('all' in condition) return sayParts(condition.all, 'and', facts, t)
  if ('any' in condition) return sayParts(condition.any, 'or', facts, t)
  if ('atLeast' in condition) return sayGroup(condition, t, sayParts(condition.of, 'item', facts, t))
  if ('not' in condition) return t(SAY_TEXTS.not, { part: sayCondition(condition.not, facts, t) })
  return sayComparison(condition, facts.find(fact => fact.name === condition.fact) ?? { name: condition.fact, label: condition.fact, type: 'text', from: 'module' }, t)
}
/** Describes a branch: its condition, or that it is the default. */
export const sayBranch = (edge: { when?: Condition }, facts: readonly Fact[], t: Say): string => (edge.when ? sayCondition(edge.when, facts, t) : t(SAY_TEXTS.otherwise))

const sayGroup = ({ atLeast: n, of }: Some, t: Say, parts: string): string => t(SAY_TEXTS.atLeast, { n, count: of.length, parts })

function sayParts(parts: readonly Condition[], how: 'and' | 'or' | 'item', facts: readonly Fact[], t: Say): string {
  const said = parts.map(part => {
    const words = sayCondition(part, facts, t)
    const isMixed = parts.length > 1 && ('atLeast' in part || (('all' in part || 'any' in part) && partsOf(part).length > 1))
    return isMixed ? t(SAY_TEXTS.group, { part: words }) : words
  })
  return said.length ? said.reduce((a, b) => t(SAY_TEXTS[how], { a, b })) : t(SAY_TEXTS.always)
}
function sayComparison(is: Comparison, fact: Fact, t: Say): string {
  const label = t(fact.label)
  if (!('value' in is)) return t(SAY_TEXTS[is.op], { label })
  if (typeof is.value === 'boolean') return sayBool(is.value === (is.op === 'eq'), fact, t)
  if (typeof is.value === 'string' || typeof is.value === 'number') return t(SAY_TEXTS[oneKey(is.op, fact)], { label, value: sayValue(is.value, fact, t) })
  const values = is.value.map(value => sayValue(value, fact, t))
  const [only] = values
  if (values.length === 1 && only !== undefined) return t(SAY_TEXTS[is.op === 'in' ? 'is' : 'isNot'], { label, value: only })
  return t(SAY_TEXTS[is.op === 'in' ? 'isOneOf' : 'isNoneOf'], { label, values: values.length ? values.reduce((a, b) => t(SAY_TEXTS.listed, { a, b })) : '—' })
}
const OF_DAYS: Readonly<Partial<Record<Comparison['op'], Key>>> = { gt: 'after', ge: 'notBefore', lt: 'before', le: 'notAfter', eq: 'is', ne: 'isNot' }
const OF_WORDS: Readonly<Partial<Record<Comparison['op'], Key>>> = { eq: 'is', ne: 'isNot' }
function oneKey(op: Comparison['op'], fact: Fact): Key {
  const own = fact.type === 'date' ? OF_DAYS[op] : fact.type === 'number' ? undefined : OF_WORDS[op]
  return own ?? (op === 'in' || op === 'notIn' || op === 'empty' || op === 'filled' ? 'is' : op)
}
/** A label that is a predicate (在节假日前后, 有违纪) is affirmed or negated as a whole; others are followed by yes or no. */
function sayBool(isSo: boolean, fact: Fact, t: Say): string {
  const label = t(fact.label)
  if (/^[在跨属含需要能可是](?!否)/.test(fact.label)) return t(SAY_TEXTS[isSo ? 'yes' : 'no'], { label })
  if (/^有/.test(fact.label)) return t(SAY_TEXTS[isSo ? 'yes' : 'hasNo'], { label })
  return t(SAY_TEXTS[isSo ? 'isYes' : 'isNo'], { label })
}
/** A value with its label and unit. */
export function sayValue(value: FactValue, fact: Fact, t: Say): string {
  if (fact.unit === FEN && typeof value === 'number') return t(SAY_TEXTS.unit, { value: value / 100, unit: t('元') })
  if (typeof value === 'boolean') return t(value ? '是' : '否')
  const word = t(fact.choices?.[String(value)] ?? String(value))
  return fact.unit ? t(SAY_TEXTS.unit, { value: word, unit: t(fact.unit) }) : word
}
