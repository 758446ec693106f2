import { parse } from 'node:querystring'
import { parseFields } from '#fields/parse.ts'
import { SERVERS } from '#fields/servers.ts'
import { type Field, type Fields, Refusal, VALUE_TEXTS } from '#model'
import { isStorable, unstorable } from '../data/storable.ts'

export type Query = Record<string, string | string[]>
const MOST_KEYS = 100
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** A query string as flat dotted keys. Nothing is nested, so there is no prototype pollution; depth and number of keys are bounded. */
export function parseQuery(text: string): Query {
  const made = parse(text, '&', '=', { maxKeys: MOST_KEYS + 1 }) as Query
  let count = 0
  for (const key in made) {
    count += Array.isArray(made[key]) ? made[key].length : 1
    const parts = key.split('.')
    if (parts.length > 4 || count > MOST_KEYS || parts.some(p => FORBIDDEN.has(p)) || !isStorable(key))
      throw new Refusal(400, [{ field: key.slice(0, 80), rule: 'http.badQuery', text: '查询条件不对：{key}', values: { key: key.slice(0, 80) } }])
  }
  if (!isStorable(made)) throw unstorable()
  return made
}
const PAGING = ['current', 'size', 'keyword', 'sort', 'columns', '_'] as const
export interface ListQuery {
  current: number
  size: number
  keyword: string
  sort: string[]
  columns: string[] | undefined
  where: Record<string, unknown>
}
/** Paging, order and filters of a list; filter names are bare or prefixed with `filters.`. Empty filters are ignored. */
export function listQuery(query: Query): ListQuery {
  const where: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    if ((PAGING as readonly string[]).includes(key) || value === '') continue
    where[key.startsWith('filters.') ? key.slice(8) : key] = value
  }
  const first = (key: string): string => {
    const v = query[key]
    return Array.isArray(v) ? (v[0] ?? '') : (v ?? '')
  }
  return {
    current: whole('current', first('current'), 1, 1_000_000),
    size: whole('size', first('size'), 10, 200),
    keyword: first('keyword'),
    sort: first('sort').split(',').filter(Boolean),
    columns: columnsIn(query),
    where,
  }
}
/** Requested columns of a list or a row; undefined means all. */
export function columnsIn({ columns }: Query): string[] | undefined {
  const text = Array.isArray(columns) ? columns[0] : columns
  return text ? text.split(',') : undefined
}
function whole(name: string, text: string, otherwise: number, max: number): number {
  if (text === '') return otherwise
  const n = Number(text)
  if (!/^\d+$/.test(text) || n < 1 || n > max)
    throw new Refusal(400, [{ field: name, rule: 'http.badPaging', text: '{name} 应是 1 到 {max} 的整数，现在是“{value}”', values: { name, max, value: text.slice(0, 20) } }])
  return n
}
/** Input of a GET action: query texts are converted to the field types and then validated like any input. */
export function queryInput(fields: Fields, query: Query): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    const name = key.startsWith('filters.') ? key.slice(8) : key
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === '' || key === '_') continue
    given[name] = field ? typed(field, value) : value
  }
  return checked(parseFields(fields, given))
}
export function checked(parsed: { values: Record<string, unknown>; issues: ConstructorParameters<typeof Refusal>[1] }): Record<string, unknown> {
  if (parsed.issues.length) throw new Refusal(400, parsed.issues)
  return parsed.values
}
function typed(field: Field, value: string | string[]): unknown {
  if (field.kind === 'list') return (Array.isArray(value) ? value : value.split(',')).map(v => (field.options.of ? typed(field.options.of, v) : v))
  const text = Array.isArray(value) ? (value[0] ?? '') : value
  return SERVERS[field.kind].fromText?.(text) ?? text
}
export const bodyOf = (body: unknown): Record<string, unknown> => {
  if (body === undefined || body === null || body === '') return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new Refusal(400, [{ rule: 'value.type', text: VALUE_TEXTS.type, values: { label: 'body', value: Array.isArray(body) ? '[]' : typeof body } }])
  return body as Record<string, unknown>
}
