import { MODELS } from '#fields/models.ts'
import type { Entity } from '#model/entity.ts'
import type { Condition, Fact, Facts, FactValue } from './condition.ts'
import { APPLICANT_FACTS, type FlowSubject } from './subject.ts'

/** A comparison of one fact. */
export type Comparison = Extract<Condition, { fact: string }>
export type CompareOp = Comparison['op']
type Operand = FactValue | readonly FactValue[] | null | undefined

/** Evaluates a condition. An unknown fact makes every comparison false except `empty`. */
export function holds(condition: Condition, facts: Facts): boolean {
  if ('all' in condition) return condition.all.every(part => holds(part, facts))
  if ('any' in condition) return condition.any.some(part => holds(part, facts))
  if ('atLeast' in condition) return condition.of.filter(part => holds(part, facts)).length >= condition.atLeast
  if ('not' in condition) return !holds(condition.not, facts)
  return compares(condition, Object.hasOwn(facts, condition.fact) ? facts[condition.fact] : undefined)
}
/** The conditions that a group is made of. */
export function partsOf(group: Exclude<Condition, Comparison>): readonly Condition[] {
  if ('all' in group) return group.all
  if ('any' in group) return group.any
  return 'of' in group ? group.of : [group.not]
}
/** Facts that a condition compares. */
export function factsIn(condition: Condition | undefined): string[] {
  if (!condition) return []
  return 'fact' in condition ? [condition.fact] : partsOf(condition).flatMap(factsIn)
}
const isAbsent = (value: Operand): value is null | undefined => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
const isMany = (value: Operand): value is readonly FactValue[] => Array.isArray(value)

function compares(is: Comparison, value: Operand): boolean {
  if (!('value' in is)) return isAbsent(value) === (is.op === 'empty')
  if (isAbsent(value)) return false
  const values = isMany(value) ? value : [value]
  const wanted = is.value
  if (isMany(wanted)) return values.some(v => wanted.includes(v)) === (is.op === 'in')
  if (is.op === 'eq' || is.op === 'ne') return values.includes(wanted) === (is.op === 'eq')
  return values.length === 1 && ordered(is.op, values[0], wanted)
}
/** Numbers compare by value, texts (dates) by character order; a number and a text never compare. */
function ordered(op: CompareOp, a: FactValue | undefined, b: FactValue): boolean {
  if (typeof a !== typeof b || typeof a === 'boolean' || a === undefined) return false
  if (op === 'gt') return a > b
  if (op === 'ge') return a >= b
  if (op === 'lt') return a < b
  return op === 'le' && a <= b
}

const SETS = ['in', 'notIn', 'eq', 'ne', 'empty', 'filled'] as const
const ORDERS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'filled'] as const
/** Operators offered for each type of fact, in display order. */
export const OPS: Readonly<Record<Fact['type'], readonly CompareOp[]>> = {
  number: [...ORDERS, 'in', 'notIn'],
  date: ORDERS,
  text: SETS,
  choice: SETS,
  bool: ['eq', 'ne', 'empty', 'filled'],
}
export const CONDITION_TEXTS = {
  unknownFact: '条件用到的“{fact}”不存在',
  wrongOp: '“{label}”不能用“{op}”比较',
  wrongValue: '“{label}”不能与“{value}”比较，应为{type}',
  unknownChoice: '“{label}”没有“{value}”这个选项',
  noValue: '“{label}”没有填写比较的值',
  noParts: '条件是空的',
  wrongCount: '这一组有 {count} 个条件，不能要求满足其中 {n} 个',
  notCondition: '条件的写法不对：{at}',
} as const
export const FACT_TYPES = { number: '数', text: '文字', bool: '是或否', choice: '选项', date: '日期' } as const
export interface ConditionProblem {
  rule: keyof typeof CONDITION_TEXTS
  values: Readonly<Record<string, string>>
}
const DAY = /^\d{4}-\d{2}-\d{2}$/
const KINDS = ['all', 'any', 'atLeast', 'not', 'fact']
/** Type guard: a condition from outside may have any shape. It is of one kind only, or checking and evaluating it would read different ones. */
const isShaped = (condition: unknown): condition is Condition =>
  typeof condition === 'object' &&
  condition !== null &&
  KINDS.filter(kind => kind in condition).length === 1 &&
  'of' in condition === 'atLeast' in condition &&
  'op' in condition === 'fact' in condition

/** Validates a condition: unknown facts, operators or values that do not fit the type. */
export function checkCondition(condition: Condition, facts: readonly Fact[]): ConditionProblem[] {
  if (!isShaped(condition)) return [{ rule: 'notCondition', values: { at: String(JSON.stringify(condition)).slice(0, 60) } }]
  if ('fact' in condition) return checkComparison(condition, facts)
  const parts: unknown = partsOf(condition)
  if (!Array.isArray(parts) || !parts.length) return [{ rule: 'noParts', values: {} }]
  return [...checkCount(condition, parts.length), ...parts.flatMap((part: Condition) => checkCondition(part, facts))]
}
function checkCount(group: Condition, count: number): ConditionProblem[] {
  if (!('atLeast' in group) || (Number.isInteger(group.atLeast) && group.atLeast >= 1 && group.atLeast <= count)) return []
  return [{ rule: 'wrongCount', values: { n: String(group.atLeast).slice(0, 20), count: String(count) } }]
}
function checkComparison(is: Comparison, facts: readonly Fact[]): ConditionProblem[] {
  const fact = facts.find(f => f.name === is.fact)
  if (!fact) return [{ rule: 'unknownFact', values: { fact: String(is.fact) } }]
  if (!OPS[fact.type].includes(is.op)) return [{ rule: 'wrongOp', values: { label: fact.label, op: is.op } }]
  if (is.op === 'empty' || is.op === 'filled') return []
  if (!('value' in is)) return [{ rule: 'noValue', values: { label: fact.label } }]
  const isSet = is.op === 'in' || is.op === 'notIn'
  const values: readonly unknown[] = Array.isArray(is.value) ? is.value : [is.value]
  if (!values.length || values.some(v => v === undefined || v === null || v === '')) return [{ rule: 'noValue', values: { label: fact.label } }]
  if (isSet !== Array.isArray(is.value)) return [wrongValue(fact, is.value)]
  return values.flatMap(value => checkValue(fact, value))
}
const wrongValue = (fact: Fact, value: unknown): ConditionProblem => ({
  rule: 'wrongValue',
  values: { label: fact.label, value: String(value).slice(0, 60), type: FACT_TYPES[fact.type] },
})
function checkValue(fact: Fact, value: unknown): ConditionProblem[] {
  const wanted = fact.type === 'number' ? 'number' : fact.type === 'bool' ? 'boolean' : 'string'
  const isWrong = typeof value !== wanted || (typeof value === 'number' && !Number.isFinite(value)) || (fact.type === 'date' && !DAY.test(String(value)))
  if (isWrong) return [wrongValue(fact, value)]
  if (fact.type === 'choice' && fact.choices && !Object.hasOwn(fact.choices, String(value))) return [{ rule: 'unknownChoice', values: { label: fact.label, value: String(value) } }]
  return []
}

/** Facts available to conditions of this process type: form fields, applicant attributes, module values. */
export function factsOf(subject: Pick<FlowSubject, 'entity' | 'form' | 'facts'>): readonly Fact[] {
  return [...formFacts(subject.entity, subject.form), ...APPLICANT_FACTS, ...subject.facts]
}
function formFacts(entity: Entity, form: readonly string[]): Fact[] {
  return form.flatMap((name): Fact[] => {
    const field = entity.fields[name]
    const kind = field && (field.kind === 'list' ? field.options.of : field)
    const { fact: type, unit } = kind ? MODELS[kind.kind] : {}
    if (!field || !kind || !type) return []
    const { choices, dictionary } = kind.options
    return [
      {
        name,
        label: field.label,
        type,
        from: 'form',
        ...(choices ? { choices } : {}),
        ...(dictionary ? { dictionary: dictionary.code } : {}),
        ...(unit ? { unit } : {}),
      },
    ]
  })
}
