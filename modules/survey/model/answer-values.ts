import type { AnswerProblem } from './answers.ts'
import { type Question, scaleOf } from './question.ts'

type Found = Pick<AnswerProblem, 'rule' | 'values'> | undefined
const MOST_LETTERS = 2000
const MOST_FILES = 5
const WHOLE = 100
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const has = (q: Question, key: unknown): boolean => (q.options ?? []).some(o => o.key === key)
const oneOf = (q: Question, given: unknown): Found => (has(q, given) ? undefined : { rule: 'option' })
const isDate = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

function number({ min, max }: { min: number | null; max: number | null }, given: unknown): Found {
  if (typeof given !== 'number' || !Number.isFinite(given)) return { rule: 'number' }
  if (min !== null && given < min) return { rule: 'small', values: { min } }
  if (max !== null && given > max) return { rule: 'large', values: { max } }
  return undefined
}
function mark(q: Question, given: unknown): Found {
  const { low, high } = scaleOf(q)
  return Number.isInteger(given) ? number({ min: low, max: high }, given) : { rule: 'number' }
}
function several(q: Question, given: unknown): Found {
  if (!isTexts(given) || new Set(given).size !== given.length || given.some(key => !has(q, key))) return { rule: 'option' }
  const alone = (q.options ?? []).find(o => o.exclusive && given.includes(o.key))
  if (alone && given.length > 1) return { rule: 'exclusive', values: { option: alone.label } }
  if (alone) return undefined
  if (q.min !== null && given.length < q.min) return { rule: 'few', values: { min: q.min } }
  if (q.max !== null && given.length > q.max) return { rule: 'most', values: { max: q.max } }
  return undefined
}
function letters(q: Question, given: unknown): Found {
  if (!isText(given)) return { rule: 'missing' }
  const n = given.trim().length
  const most = Math.min(q.max ?? MOST_LETTERS, MOST_LETTERS)
  if (n > most) return { rule: 'long', values: { max: most, n } }
  return q.min !== null && n < q.min ? { rule: 'short', values: { min: q.min } } : undefined
}
function matrix(q: Question, given: unknown): Found {
  const rows = q.rows ?? []
  if (!isPlain(given) || Object.keys(given).some(key => !rows.some(row => row.key === key))) return { rule: 'option' }
  const filled = rows.filter(row => given[row.key] !== undefined && given[row.key] !== null)
  if (q.required && filled.length < rows.length) return { rule: 'rows' }
  for (const row of filled) {
    const one = given[row.key]
    const problem = q.cell === 'scale' ? mark(q, one) : q.cell === 'multi' ? several({ ...q, min: null, max: null }, one) : oneOf(q, one)
    if (problem) return problem
  }
  return undefined
}
function allocation(q: Question, given: unknown): Found {
  if (!isPlain(given) || Object.keys(given).some(key => !has(q, key))) return { rule: 'option' }
  const parts = Object.values(given)
  const wrong = parts.map(part => (Number.isInteger(part) ? number({ min: 0, max: WHOLE }, part) : ({ rule: 'number' } as const))).find(Boolean)
  if (wrong) return wrong
  const n = parts.reduce<number>((sum, part) => sum + Number(part), 0)
  return n === WHOLE ? undefined : { rule: 'sum', values: { n } }
}
function ranking(q: Question, given: unknown): Found {
  if (!isTexts(given) || new Set(given).size !== given.length || given.some(key => !has(q, key))) return { rule: 'option' }
  return given.length < (q.options ?? []).length ? { rule: 'ranking' } : undefined
}
/** What is wrong with a given answer. */
export function fieldProblem(q: Question, given: unknown): Found {
  switch (q.type) {
    case 'single':
    case 'dropdown':
      return oneOf(q, given)
    case 'multi':
      return several(q, given)
    case 'text':
      return letters(q, given)
    case 'number':
      return number(q, given)
    case 'date':
      return isText(given) && isDate(given) ? undefined : { rule: 'date' }
    case 'region':
      return isText(given) && /^\d{6}$/.test(given) ? undefined : { rule: 'region' }
    case 'phone':
      return isText(given) && /^[\d+() -]{7,20}$/.test(given) ? undefined : { rule: 'phone' }
    case 'scale':
    case 'nps':
      return mark(q, given)
    case 'matrix':
      return matrix(q, given)
    case 'ranking':
      return ranking(q, given)
    case 'allocation':
      return allocation(q, given)
    case 'file':
    case 'signature':
      return isTexts(given) && given.length <= (q.type === 'signature' ? 1 : MOST_FILES) ? undefined : { rule: 'files', values: { max: q.type === 'signature' ? 1 : MOST_FILES } }
    default:
      return undefined
  }
}
