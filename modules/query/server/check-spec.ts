import { isObject } from '#model/objects.ts'
import {
  AGGREGATES,
  type Aggregate,
  COLUMNS_MAX,
  CONDITIONS_MAX,
  type Condition,
  DEPTH_MAX,
  type Group,
  isGroup,
  isRelated,
  OPERATORS,
  type Order,
  RELATED_OPERATORS,
  type Spec,
} from '../model/spec.ts'
import { fail } from './fields.ts'

const PATH = /^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*){0,2}$/
const KEYS = ['columns', 'where', 'groupBy', 'aggregates', 'sort']
type Plain = Record<string, unknown>
const wrong = (part: string) => fail('shape', { part }, 'spec')
function listOf<T>(value: unknown, part: string, most: number, read: (item: unknown) => T): T[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw wrong(part)
  if (value.length > most) throw fail('tooMany', { what: part, max: most }, 'spec')
  return value.map(read)
}
function only(value: unknown, part: string, keys: readonly string[]): Plain {
  if (!isObject(value) || Object.keys(value).some(key => !keys.includes(key))) throw wrong(part)
  return value
}
const path = (value: unknown, part: string): string => {
  if (typeof value !== 'string' || !PATH.test(value)) throw wrong(part)
  return value
}
/** Validates the form of a query from the request; fields are resolved when it is compiled. */
export function checkedSpec(given: unknown): Spec {
  const spec = only(given, 'spec', KEYS)
  const columns = listOf(spec.columns, 'columns', COLUMNS_MAX, c => path(c, 'columns'))
  const groupBy = listOf(spec.groupBy, 'groupBy', 5, c => path(c, 'groupBy'))
  const aggregates = listOf(spec.aggregates, 'aggregates', 10, aggregateOf)
  if (!columns.length && !groupBy.length && !aggregates.length) throw fail('noColumns', {}, 'spec')
  const counter = { left: CONDITIONS_MAX }
  return {
    columns,
    groupBy,
    aggregates,
    sort: listOf(spec.sort, 'sort', 5, orderOf),
    ...(spec.where === undefined || spec.where === null ? {} : { where: groupOf(spec.where, 1, counter) }),
  }
}
function aggregateOf(value: unknown): Aggregate {
  const { fn, path: at } = only(value, 'aggregates', ['fn', 'path'])
  if (typeof fn !== 'string' || !Object.hasOwn(AGGREGATES, fn)) throw wrong('aggregates')
  if (fn !== 'count' && at === undefined) throw wrong('aggregates')
  return { fn: fn as Aggregate['fn'], ...(at === undefined || fn === 'count' ? {} : { path: path(at, 'aggregates') }) }
}
function orderOf(value: unknown): Order {
  const { by, isDescending } = only(value, 'sort', ['by', 'isDescending'])
  if (typeof by !== 'string' || !(PATH.test(by) || /^#\d$/.test(by)) || !(isDescending === undefined || typeof isDescending === 'boolean')) throw wrong('sort')
  return { by, ...(isDescending ? { isDescending } : {}) }
}
function groupOf(value: unknown, depth: number, counter: { left: number }): Group {
  if (depth > DEPTH_MAX) throw fail('depth', { max: DEPTH_MAX }, 'spec')
  const { all, any } = only(value, 'where', ['all', 'any'])
  if (all !== undefined && any !== undefined) throw wrong('where')
  const read = (item: unknown): Condition => conditionOf(item, depth, counter)
  return all === undefined ? { any: listOf(any, 'where', CONDITIONS_MAX, read) } : { all: listOf(all, 'where', CONDITIONS_MAX, read) }
}
function conditionOf(value: unknown, depth: number, counter: { left: number }): Condition {
  if (counter.left-- <= 0) throw fail('tooMany', { what: 'where', max: CONDITIONS_MAX }, 'spec')
  const given = only(value, 'where', ['all', 'any', 'path', 'op', 'value', 'related', 'count', 'where']) as Condition
  if (isGroup(given)) return groupOf(value, depth + 1, counter)
  if (isRelated(given)) return relatedOf(value as Plain, depth, counter)
  const { path: at, op, value: wanted } = only(value, 'where', ['path', 'op', 'value'])
  if (typeof op !== 'string' || !Object.hasOwn(OPERATORS, op)) throw wrong('where')
  return { path: path(at, 'where'), op: op as keyof typeof OPERATORS, ...(wanted === undefined || wanted === null ? {} : { value: givenValue(wanted) }) }
}
function relatedOf({ related, op, count, where, ...rest }: Plain, depth: number, counter: { left: number }): Condition {
  if (Object.keys(rest).length || typeof related !== 'string' || !/^[a-zA-Z]+\.[a-zA-Z]+$/.test(related) || typeof op !== 'string' || !Object.hasOwn(RELATED_OPERATORS, op))
    throw wrong('where')
  if (count !== undefined && !(Number.isInteger(count) && (count as number) >= 0 && (count as number) <= 10_000)) throw wrong('where')
  return {
    related,
    op: op as keyof typeof RELATED_OPERATORS,
    ...(count === undefined ? {} : { count: count as number }),
    ...(where === undefined || where === null ? {} : { where: groupOf(where, depth + 1, counter) }),
  }
}
function givenValue(value: unknown): string | number | boolean | Array<string | number> {
  const isSimple = (v: unknown): v is string | number => (typeof v === 'string' && v.length <= 200) || (typeof v === 'number' && Number.isFinite(v))
  if (typeof value === 'boolean' || isSimple(value)) return value
  if (Array.isArray(value) && value.length <= 500 && value.every(isSimple)) return value
  throw wrong('where')
}
