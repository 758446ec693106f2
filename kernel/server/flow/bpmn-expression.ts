import type { Condition, FactValue } from '#flow/index.ts'

/** Conditions as expressions of other engines: `${days > 3 && leaveType == 'sick'}`. */
const SIGNS = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

export const toExpression = (condition: Condition): string => `\${${inner(condition)}}`
function inner(condition: Condition): string {
  if ('all' in condition) return joined(condition.all, ' && ', 'true')
  if ('any' in condition) return joined(condition.any, ' || ', 'false')
  if ('atLeast' in condition) return `(${condition.of.map(part => `(${inner(part)} ? 1 : 0)`).join(' + ')} >= ${condition.atLeast})`
  if ('not' in condition) return `!(${inner(condition.not)})`
  if (!('value' in condition)) return `${condition.op === 'empty' ? '' : '!'}empty ${condition.fact}`
  const { fact, op, value } = condition
  if (typeof value !== 'object') return `${fact} ${op === 'in' || op === 'notIn' ? '==' : SIGNS[op]} ${literal(value)}`
  const among = value.map(v => `${fact} == ${literal(v)}`).join(' || ')
  return op === 'in' ? `(${among})` : `!(${among})`
}
const joined = (parts: readonly Condition[], sign: string, none: string): string =>
  parts.length ? parts.map(part => ('all' in part || 'any' in part ? `(${inner(part)})` : inner(part))).join(sign) : none
const literal = (value: FactValue): string => (typeof value === 'string' ? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'` : String(value))

const OPS: Readonly<Record<string, keyof typeof SIGNS>> = {
  '==': 'eq',
  '=': 'eq',
  eq: 'eq',
  '!=': 'ne',
  ne: 'ne',
  '>': 'gt',
  gt: 'gt',
  '>=': 'ge',
  ge: 'ge',
  '<': 'lt',
  lt: 'lt',
  '<=': 'le',
  le: 'le',
}
const COMPARISON = /^([\p{L}_][\p{L}\p{N}_.]*)\s*(==|!=|>=|<=|>|<|=|eq|ne|gt|ge|lt|le)\s*('[^'\\]*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false)$/u
const MOST = 2000

/** Parses comparisons joined by “and” or by “or”; undefined for anything more complex, which must be set up by hand. */
export function fromExpression(text: string): Condition | undefined {
  const body = text
    .trim()
    .replace(/^[$#]\{([\s\S]*)\}$/, '$1')
    .replace(/^=\s*/, '')
    .trim()
  if (!body || body.length > MOST) return undefined
  const or = body.split(/\s*\|\|\s*|\s+or\s+/)
  const and = body.split(/\s*&&\s*|\s+and\s+/)
  if (or.length > 1 && and.length > 1) return undefined
  const parts = (or.length > 1 ? or : and).map(comparison)
  const read = parts.flatMap(part => part ?? [])
  if (read.length < parts.length) return undefined
  const [only] = read
  if (only && read.length === 1) return only
  return or.length > 1 ? { any: read } : { all: read }
}
function comparison(text: string): Condition | undefined {
  const [, fact, sign, value] = COMPARISON.exec(text.trim()) ?? []
  const op = sign === undefined ? undefined : OPS[sign]
  if (fact === undefined || op === undefined || value === undefined) return undefined
  return { fact, op, value: literalOf(value) }
}
function literalOf(text: string): FactValue {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}
