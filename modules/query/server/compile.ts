import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Entity, entityNamed, type Field, hasEntity, permissionKey, snake } from '#model'
import { tieOf } from '#server/audit/subjects.ts'
import type { Db } from '#server/context.ts'
import { fitsType, likePattern, sqlType } from '#server/data/where.ts'
import {
  AGGREGATES,
  type Aggregate,
  type Condition,
  type FieldCondition,
  type Group,
  isGroup,
  isRelated,
  NUMBER_KINDS,
  OPERATORS,
  ORDERED_KINDS,
  PERIODS,
  type Period,
  partsOf,
  type RelatedCondition,
  type Spec,
} from '../model/spec.ts'
import { assertMayReveal, fail, isOpen, type Path, pathOf, relatedTo, relationOf } from './fields.ts'
import { spanOf } from './periods.ts'

/** A result column: label and source of its value. */
export interface Shown {
  label: string
  /** Source of the value; absent for aggregates. */
  path?: Path
  field: Field | undefined
}
export interface Compiled {
  /** Without a limit; `statement` is ordered, `unordered` is for counting. */
  statement: Sql
  unordered: Sql
  columns: Shown[]
  /** Labels of the sensitive fields used. */
  sensitive: string[]
  /** The last column is the number of people per row, for suppressing small groups. */
  isGrouped: boolean
}
/** Compiles a query to SQL. Names come from declared entities, values are parameters, and rows are limited to the scope of the list permission. */
export class Compiler {
  private readonly db: Db
  private readonly subject: Entity
  private readonly joins = new Map<string, { alias: string; entity: Entity; on: Sql }>()
  /** Aliases with sensitive fields: their rows are limited to the scope of the `reveal` permission as well. */
  private readonly revealed = new Set<string>()
  private readonly sensitive = new Set<string>()
  private aliases = 0
  constructor(db: Db, subject: Entity) {
    this.db = db
    this.subject = subject
  }
  async compile(spec: Spec): Promise<Compiled> {
    const grouped = Boolean(spec.groupBy?.length || spec.aggregates?.length)
    const shown = (grouped ? (spec.groupBy ?? []) : spec.columns).map(p => this.path(p))
    const aggregates = (spec.aggregates ?? []).map(a => this.aggregate(a))
    for (const path of shown) if (grouped && path.field.options.sensitivity === 'S1') throw fail('exactOnly', { label: path.label }, 'spec')
    const values = shown.map(p => this.value(p))
    const tie = tieOf(this.subject)
    const list = join(
      [
        ...[...values, ...aggregates.map(a => a.sql)].map((v, i) => sql`${v} as ${raw(`c${i}`)}`),
        ...(grouped ? [sql`count(*)::int as people`] : tie ? [raw(`t0.${snake(tie)} as "${tie}"`)] : []),
      ],
      ', ',
    )
    const by = grouped && values.length ? sql` group by ${join(values, ', ')}` : raw('')
    const unordered = sql`select ${list} ${await this.from(spec)}${by}`
    return {
      statement: sql`${unordered}${this.order(spec, shown, aggregates.length, grouped)}`,
      unordered,
      columns: [...shown.map(p => ({ label: p.label, path: p, field: p.field })), ...aggregates.map(a => ({ label: a.label, field: a.field }))],
      sensitive: [...this.sensitive],
      isGrouped: grouped,
    }
  }
  /** Ids of the rows found, for use as a set (audience). No reason can be given there, so sensitive fields are refused. */
  async ids(spec: Spec): Promise<Sql> {
    const found = sql`(select t0.id ${await this.from(spec)})`
    if (this.sensitive.size) throw fail('audience', { labels: [...this.sensitive] })
    return found
  }
  /** Called last: the joins are known only after all fields are resolved. */
  private async from({ where }: Spec): Promise<Sql> {
    const found = where ? await this.group(this.subject, 't0', where) : sql`true`
    // Organisation names are readable for everybody; for other entities a row out of scope joins as null.
    const joins = [...this.joins.values()].map(({ alias, entity, on }) => sql`left join ${this.listed(entity, alias, isOpen(entity))} ${raw(alias)} on ${on}`)
    return sql`from ${this.listed(this.subject, 't0')} t0 ${join([...joins, raw('')], ' ')} where ${found}`
  }
  private listed(of: Entity, alias: string, open = false): Sql {
    const [list, reveal] = [permissionKey(of, 'list'), permissionKey(of, 'reveal')]
    if (this.revealed.has(alias)) return (open ? this.db.visibleFor(of, reveal) : this.db.visibleForBoth(of, list, reveal)).rows()
    return (open ? this.db.unscoped(of) : this.db.visibleFor(of, list)).rows() // open: names of organisations
  }
  private path(text: string): Path {
    const path = pathOf(this.subject, text)
    this.read(path, this.join(path.steps))
    return path
  }
  /** Sensitive fields need their permission. Personal ones are masked in results, but a filter on them discloses the value and needs it too. */
  private read(path: Path, alias: string, isFilter = false): void {
    if (path.field.options.sensitivity !== 'S2' && !(isFilter && path.field.options.sensitivity)) return
    assertMayReveal(this.db.me, path)
    this.sensitive.add(path.label)
    this.revealed.add(alias)
  }
  /** Alias of a path's last table; each path is joined once. */
  private join(steps: Path['steps'], from = 't0', prefix = ''): string {
    let alias = from
    let key = prefix
    for (const { entity, by } of steps) {
      key += `.${by}`
      const known = this.joins.get(key)
      if (!known) {
        const made = `j${++this.aliases}`
        this.joins.set(key, { alias: made, entity, on: raw(`${made}.id = ${alias}.${snake(by)}`) })
        alias = made
      } else alias = known.alias
    }
    return alias
  }
  /** A field's value; for a reference the target's title. */
  private value(path: Path): Sql {
    const to = path.field.kind === 'ref' && hasEntity(path.field.options.to ?? '') ? entityNamed(path.field.options.to as string) : undefined
    if (to) return raw(`${this.join([...path.steps, { entity: to, by: path.name }])}.${snake(to.options.title)}`)
    return raw(`${this.join(path.steps)}.${snake(path.name)}`)
  }
  private aggregate(a: Aggregate): { sql: Sql; label: string; field: Field | undefined } {
    const name = AGGREGATES[a.fn]
    if (a.fn === 'count' || !a.path) return { sql: sql`count(*)::int`, label: name, field: undefined }
    const path = this.path(a.path)
    const { kind } = path.field
    if (path.field.options.sensitivity === 'S1') throw fail('exactOnly', { label: path.label }, 'spec')
    const fits = a.fn === 'distinct' || (a.fn === 'sum' || a.fn === 'avg' ? NUMBER_KINDS : ORDERED_KINDS).includes(kind)
    if (!fits) throw fail('aggregate', { label: path.label, aggregate: name }, 'spec')
    const at = raw(`${this.join(path.steps)}.${snake(path.name)}`)
    const label = `${path.label}${name}`
    if (a.fn === 'distinct') return { sql: sql`count(distinct ${at})::int`, label, field: undefined }
    if (a.fn === 'avg') return { sql: sql`round(avg(${at}), 2)`, label, field: path.field }
    return { sql: sql`${raw(a.fn)}(${at})`, label, field: path.field }
  }
  private order(spec: Spec, shown: readonly Path[], aggregates: number, grouped: boolean): Sql {
    const parts = (spec.sort ?? []).map(({ by, isDescending }) => {
      const at = by.startsWith('#') ? shown.length + Number(by.slice(1)) : shown.findIndex(p => p.text === by)
      if (at < 0 || at >= shown.length + aggregates) throw fail('path', { path: by }, 'spec')
      const sensitivity = shown[at]?.field.options.sensitivity
      if (sensitivity) throw fail('exactOnly', { label: shown[at]?.label }, 'spec')
      return raw(`${at + 1} ${isDescending ? 'desc' : 'asc'} nulls last`)
    })
    const rest = grouped ? (parts.length ? [] : shown.length ? [raw('1')] : []) : [raw('t0.id')]
    const all = [...parts, ...rest]
    return all.length ? sql` order by ${join(all, ', ')}` : sql``
  }
  private async group(of: Entity, alias: string, group: Group, prefix = ''): Promise<Sql> {
    const parts: Sql[] = []
    for (const c of partsOf(group)) parts.push(await this.condition(of, alias, c, prefix))
    if (!parts.length) return sql`true`
    return group.all ? sql`(${join(parts, ' and ')})` : sql`(${join(parts, ' or ')})`
  }
  private condition(of: Entity, alias: string, c: Condition, prefix: string): Promise<Sql> {
    if (isGroup(c)) return this.group(of, alias, c, prefix)
    return isRelated(c) ? this.related(of, alias, c) : this.compare(of, alias, c, prefix)
  }
  private async related(of: Entity, alias: string, c: RelatedCondition): Promise<Sql> {
    const found = relationOf(relatedTo(this.db.me, of), c.related)
    const inner = `r${++this.aliases}`
    // conditions on related rows may only use their own fields, without further joins
    const where = c.where ? await this.group(found.entity, inner, c.where, `!${inner}`) : sql`true`
    const from = sql`from ${this.listed(found.entity, inner)} ${raw(inner)} where ${raw(`${inner}.${snake(found.by)} = ${alias}.id`)} and ${where}`
    if (c.op === 'none') return sql`not exists (select ${from})`
    if (c.op === 'any') return sql`exists (select ${from})`
    return sql`(select count(*) ${from}) ${raw(c.op === 'atLeast' ? '>=' : '<=')} ${c.count ?? 1}::int`
  }
  private async compare(of: Entity, alias: string, c: FieldCondition, prefix: string): Promise<Sql> {
    const path = pathOf(of, c.path)
    if (prefix && path.steps.length) throw fail('path', { path: c.path }, 'spec')
    const table = prefix ? alias : this.join(path.steps, alias)
    this.read(path, table, true)
    const { field, label } = path
    const type = sqlType(field)
    const at = raw(`${table}.${snake(path.name)}`)
    const operator = OPERATORS[c.op]
    if (c.op === 'isNull' || c.op === 'notNull') return sql`${at} is ${raw(c.op === 'isNull' ? '' : 'not ')}null`
    const exact = c.op === 'eq' || c.op === 'ne' || c.op === 'in'
    if (field.options.sensitivity && !exact) throw fail('exactOnly', { label }, 'spec')
    if (c.op === 'period') return this.period(at, type, c, label)
    if (c.op === 'like' ? type !== 'text' || field.kind === 'dict' || field.kind === 'choice' : !exact && !ORDERED_KINDS.includes(field.kind))
      throw fail('operator', { label, operator }, 'spec')
    const values = (Array.isArray(c.value) ? c.value : [c.value]).map(v => checkedValue(v, type, label))
    const cast = raw(type)
    if (c.op === 'in' || Array.isArray(c.value)) return sql`${at} = any(${values}::${raw(`${type}[]`)})`
    if (c.op === 'like') return sql`${at} ilike ${likePattern(String(values[0]))}`
    if (c.op === 'ne') return sql`${at} is distinct from ${values[0]}::${cast}`
    if (c.op === 'le' && type === 'timestamptz' && String(values[0]).length === 10) return sql`${at} < ${values[0]}::date + 1`
    return sql`${at} ${raw({ eq: '=', ge: '>=', le: '<=' }[c.op])} ${values[0]}::${cast}`
  }
  private async period(at: Sql, type: string, c: FieldCondition, label: string): Promise<Sql> {
    const period = String(c.value)
    if (type !== 'date' && type !== 'timestamptz') throw fail('operator', { label, operator: OPERATORS.period }, 'spec')
    if (!Object.hasOwn(PERIODS, period)) throw fail('value', { label, value: period.slice(0, 60) }, 'spec')
    const [from, to] = await spanOf(this.db, period as Period)
    return sql`(${at} >= ${from}::date and ${at} < ${to}::date + 1)`
  }
}
function checkedValue(value: unknown, type: string, label: string): unknown {
  const text = String(value ?? '').trim()
  if (value === undefined || !fitsType(type, text)) throw fail('value', { label, value: text.slice(0, 60) }, 'spec')
  return type === 'boolean' ? text === '1' || text === 'true' : text
}
