import sql, { raw, type Sql } from 'sql-template-tag'
import { SERVERS } from '#fields/servers.ts'
import { type Entity, entityNamed, type Field, isDate, isDatetime, isTime, isUuid, Refusal, trim } from '#model'
import type { Cipher } from './cipher.ts'
import { column, columnsOf, either } from './columns.ts'

const OPERATORS = ['like', 'ge', 'le', 'in', 'isNull'] as const
type Operator = (typeof OPERATORS)[number]
const HEAD_TYPES: Record<string, string> = { id: 'uuid', createdBy: 'uuid', updatedBy: 'uuid', createdAt: 'timestamptz', updatedAt: 'timestamptz', version: 'int' }

/** PostgreSQL type of a field's values. */
export const sqlType = (field: Field): string => SERVERS[field.kind].compared(field)
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** `column = ${anyOf(…)}` finds a few rows by a key. The planner cannot estimate the subselect, so it keeps one generic plan per connection; for a plain array it makes a custom
 *  plan for each call, which costs more than finding the rows. */
export const anyOf = (values: readonly string[], type: 'uuid' | 'text'): Sql => sql`any((select ${[...values]}::${raw(type)}[])::${raw(type)}[])`

/** Each combination of filters and sort order is a separate prepared statement, so their number is limited. */
const MOST_FILTERS = 30
const MOST_SORTS = 5

/** Filters of a list as SQL conditions, sorted by name so that the same filters give the same statement. Sensitive and encrypted fields match exact values only; who may filter
 *  by them is decided before (`askedRows`). Throws 400. */
export function conditions(e: Entity, where: Readonly<Record<string, unknown>>, cipher: Cipher): Sql[] {
  const keys = Object.keys(where)
    .filter(key => where[key] !== undefined)
    .sort()
  if (keys.length > MOST_FILTERS) throw tooMany('filters', '一次最多用 {most} 个条件筛选，现在有 {count} 个', MOST_FILTERS, keys.length)
  return keys.map(key => conditionOn(e, key, where[key], cipher))
}
/** A condition on the row itself, or on the row that one of its references names, where the entity declares that filter. */
function conditionOn(e: Entity, key: string, value: unknown, cipher: Cipher): Sql {
  const path = Object.keys(e.options.filters ?? {}).find(name => key === name || key.startsWith(`${name}.`))
  if (!path) return condition(e, ...split(e, key), value, cipher)
  const name = path.slice(0, path.indexOf('.'))
  const to = entityNamed(e.fields[name]?.options.to ?? '')
  return sql`(tenant_id, ${column(e, name)}) in (select tenant_id, id from ${raw(columnsOf(to).table)} where ${condition(to, ...split(to, key.slice(name.length + 1)), value, cipher)})`
}
const tooMany = (name: string, text: string, most: number, count: number): Refusal => new Refusal(400, [{ field: name, rule: 'list.tooMany', text, values: { most, count } }])
function split(e: Entity, key: string): [string, Operator | undefined] {
  const dot = key.lastIndexOf('.')
  const field = dot < 0 ? key : key.slice(0, dot)
  const operator = dot < 0 ? undefined : (key.slice(dot + 1) as Operator)
  const known = columnsOf(e)
  const options = known.fields.get(field)?.options
  if (!known.of.has(field) || options?.secret || (operator && !OPERATORS.includes(operator))) throw bad('unknownFilter', '不能按“{key}”筛选', key)
  if (operator && operator !== 'in' && operator !== 'isNull' && (options?.sensitivity || options?.encrypted)) throw bad('exactOnly', '“{key}”只能按完整的值筛选', key)
  return [field, operator]
}
const bad = (rule: string, text: string, key: string): Refusal => new Refusal(400, [{ field: key.slice(0, 80), rule: `list.${rule}`, text, values: { key: key.slice(0, 80) } }])

function condition(e: Entity, field: string, operator: Operator | undefined, value: unknown, cipher: Cipher): Sql {
  const at = column(e, field)
  const declared = columnsOf(e).fields.get(field)
  if (operator === 'isNull') return value === true || value === '1' || value === 'true' ? sql`${at} is null` : sql`${at} is not null`
  if (value === null) return sql`${at} is null`
  const type = declared ? sqlType(declared) : (HEAD_TYPES[field] ?? 'text')
  if (declared && SERVERS[declared.kind].isJson) throw bad('emptyOnly', '“{key}”只能按是否为空筛选', field)
  if (operator === 'like' && type !== 'text') throw bad('noPart', '“{key}”不能按部分内容筛选', `${field}.like`)
  const given = (Array.isArray(value) ? value : operator === 'in' ? textOf(e, field, value).split(',') : [value]).map(v => textOf(e, field, v))
  if (given.length > 1 && operator && operator !== 'in') throw badValue(e, field, given.join())
  if (declared?.options.encrypted && e.options.isUncounted) throw new Error(`${e.name}.${field} cannot be compared at rest`)
  if (declared?.options.encrypted) return sql`${hashColumn(e, field)} = any(${given.map(text => cipher.hash(text))}::text[])`
  if (operator === 'like') return sql`${at} like ${likePattern(trim(given[0] ?? ''))}`
  const values = given.map(text => checked(e, field, type, text))
  // some tables keep times of day as text
  const compared = type === 'time' ? sql`${at}::time` : at
  if (Array.isArray(value) || operator === 'in') return sql`${compared} = any(${values}::${typeSql(type, true)})`
  if (operator === 'ge') return sql`${compared} >= ${values[0]}::${typeSql(type)}`
  if (operator === 'le' && type === 'timestamptz' && given[0]?.length === 10) return sql`${at} < ${values[0]}::date + 1`
  return sql`${compared} ${raw(operator === 'le' ? '<=' : '=')} ${values[0]}::${typeSql(type)}`
}
const typeSql = (type: string, many = false): Sql => raw(many ? `${type}[]` : type)
const SHAPES: Record<string, (text: string) => boolean> = {
  uuid: isUuid,
  int: text => /^-?\d{1,9}$/.test(text),
  bigint: text => /^-?\d{1,15}$/.test(text),
  numeric: text => /^-?\d{1,15}(\.\d+)?$/.test(text),
  date: isDate,
  time: isTime,
  timestamptz: text => isDate(text) || isDatetime(text),
  boolean: text => /^(1|0|true|false)$/.test(text),
}
/** Whether a text is valid input for this type. */
export const fitsType = (type: string, text: string): boolean => text.length <= 200 && !text.includes('\0') && (SHAPES[type]?.(text) ?? true)

/** A filter's value as text; objects are refused. */
function textOf(e: Entity, field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) throw badValue(e, field, JSON.stringify(value))
  return String(value)
}
const badValue = (e: Entity, field: string, value: string): Refusal => {
  const label = e.fields[field]?.label ?? field
  return new Refusal(400, [{ field, rule: 'list.badFilter', text: '筛选条件“{label}”的值不对：{value}', values: { label, value: value.slice(0, 60) } }])
}
function checked(e: Entity, field: string, type: string, text: string): unknown {
  const trimmed = trim(text)
  if (!fitsType(type, trimmed)) throw badValue(e, field, trimmed)
  if (type === 'boolean') return trimmed === '1' || trimmed === 'true'
  return type === 'text' ? text : trimmed
}
const hashColumn = (e: Entity, field: string): Sql => raw(`"${columnsOf(e).of.get(field)}_hash"`)

/** Matches the keyword against every field marked `search` that is neither encrypted nor sensitive; of a reference, against those of the row it names. */
export function keyword(e: Entity, text: string): Sql | undefined {
  const wanted = trim(text).slice(0, 60)
  if (!wanted) return undefined
  const fields = [...columnsOf(e).fields].filter(([, f]) => f.options.search && !f.options.encrypted && !f.options.sensitivity)
  const pattern = likePattern(wanted.toLowerCase())
  return either(
    fields.flatMap(([name, f]) => {
      if (f.kind !== 'ref') return [sql`lower(${column(e, name)}::text) like ${pattern}`]
      const to = entityNamed(f.options.to ?? '')
      const named = keyword(to, text)
      return named ? [sql`${column(e, name)} in (select id from ${raw(columnsOf(to).table)} where ${named})`] : []
    }),
  )
}
/** Order of a list: fields marked `sortable` and head fields only; the id breaks ties. Of duplicates the first counts. Throws 400. */
export function order(e: Entity, sort: readonly string[], alias = ''): string {
  const names = sort.map(given => given.replace(/^-/, ''))
  const distinct = sort.filter((_, i) => names.indexOf(names[i] as string) === i)
  if (distinct.length > MOST_SORTS) throw tooMany('sort', '一次最多按 {most} 列排序，现在有 {count} 列', MOST_SORTS, distinct.length)
  const parts = distinct.map(given => {
    const field = given.replace(/^-/, '')
    const c = columnsOf(e)
    const allowed = c.fields.get(field)?.options.sortable || ['createdAt', 'updatedAt', 'id'].includes(field) || e.options.sort?.some(s => s.replace(/^-/, '') === field)
    if (!allowed || !c.of.has(field) || c.fields.get(field)?.options.sensitivity) throw bad('unknownSort', '不能按“{key}”排序', field)
    return `${alias}"${c.of.get(field)}"${given.startsWith('-') ? ' desc' : ''}`
  })
  if (!parts.some(p => p.includes('"id"'))) parts.push(`${alias}"id"`)
  return parts.join(', ')
}
