import sql, { join, raw, Sql } from 'sql-template-tag'
import type { Entity } from '#model'
import type { Cipher } from './cipher.ts'
import { columnsOf, every, initials, quote, stored, storedColumn } from './columns.ts'
import type { Call } from './core.ts'
import { isHidden } from './difference.ts'
import { newRecords, recordsOf } from './new-rows.ts'
import { mustNameSecrets } from './sent-secrets.ts'
import { conditions } from './where.ts'

type Plain = Record<string, unknown>
/** Options of a set-based write as they arrive here; `Db` documents and types them. */
export interface SetOptions {
  from?: Sql
  as?: string
  returning?: readonly string[]
  history?: false
  bookkeeping?: true
  anonymous?: true
}
const isSilent = ({ history, bookkeeping, anonymous }: SetOptions): boolean => history === false || bookkeeping === true || anonymous === true
/** Author of a write and its history metadata. */
export interface Writer {
  tenantId: string
  actor: string | null
  cipher: Cipher
  call: Pick<Call, 'source' | 'ip' | 'traceId'>
}
/** A field and the SQL of its new value; encrypted fields are compared by their hash. */
interface Assignment {
  field: string
  column: string
  value: Sql
  hash?: Sql
}
const at = (alias: string, column: string): Sql => raw(`${alias}.${quote(column)}`)
/** Field values as assignments. A value is plain, or SQL that computes it. */
function assignments(of: Entity, patch: Plain, cipher: Cipher): Assignment[] {
  return Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => {
      const column = storedColumn(of, field)
      if (!(value instanceof Sql)) {
        const [[, plain], hash] = stored(of, { [field]: value }, cipher) as [[string, unknown], [string, unknown]?]
        return { field, column, value: sql`${plain}`, ...(hash && { hash: sql`${hash[1]}` }) }
      }
      if (columnsOf(of).encrypted.includes(field)) throw new Error(`${of.name}.${field} is encrypted: SQL cannot compute it`)
      return { field, column, value }
    })
}
/** The condition of a set-based write: tenant, not removed, and what the caller matches. */
function matching(of: Entity, match: Plain | Sql, writer: Writer, alias: string, isJoined: boolean): Sql {
  if (isJoined && !(match instanceof Sql)) throw new Error('a joined write names its rows in SQL')
  const live = of.options.softDelete ? sql` and ${at(alias, 'deleted_at')} is null` : raw('')
  const wanted = match instanceof Sql ? sql`(${match})` : every(conditions(of, match, writer.cipher))
  return sql`${at(alias, 'tenant_id')} = ${writer.tenantId}${live} and ${wanted}`
}
/** `returning` list: the id and what the caller asked for. */
const answered = (of: Entity, alias: string, returning: readonly string[] = []): Sql =>
  join([...new Set(['id', ...returning])].map(name => sql`${at(alias, storedColumn(of, name))} as ${raw(quote(name))}`))
const names = (returning: readonly string[] = []): Sql => raw([...new Set(['id', ...returning])].map(quote).join(', '))
/** One history row for each row of the common table expression `rows`. */
const historyOf = (of: Entity, { tenantId, actor, call }: Writer, rows: string, action: Sql, diff: Sql): Sql => sql`
  insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id)
  select ${tenantId}, ${actor}, ${of.module}, ${action}, ${of.name}, ${raw(rows)}.id, ${call.source}, ${diff}, ${call.ip}, ${call.traceId} from ${raw(rows)}`

/** Old and new value of a field as the history keeps them; see `difference`. */
function change(of: Entity, field: string, from: Sql, to: Sql, isDifferent: Sql): Sql {
  const shown = (value: Sql): Sql => (isHidden(of, field) ? sql`case when ${value} is not null then '******' end` : value)
  return sql`case when ${isDifferent} then jsonb_build_object(${raw(`'${field}'`)}, jsonb_build_object('from', ${shown(from)}, 'to', ${shown(to)})) else '{}'::jsonb end`
}
const actorOf = ({ actor }: Writer, { anonymous }: SetOptions): string | null => (anonymous ? null : actor)
const stamps = (alias: string, actor: string | null): Sql => sql`version = ${raw(alias)}.version + 1, updated_at = now(), updated_by = ${actor}`

/** One statement that updates matching rows and returns those it changed. */
export function updateStatement(of: Entity, match: Plain | Sql, patch: Plain, writer: Writer, options: SetOptions): Sql {
  const alias = options.as ?? 't'
  const sets = assignments(of, patch, writer.cipher)
  if (!sets.length) throw new Error(`an update of ${of.name} that sets nothing`)
  mustNameSecrets(of, Object.keys(patch))
  const where = matching(of, match, writer, alias, options.from !== undefined)
  return isSilent(options) ? plainUpdate(of, where, sets, writer, alias, options) : loggedUpdate(of, where, sets, writer, alias, options)
}
function plainUpdate(of: Entity, where: Sql, sets: readonly Assignment[], writer: Writer, alias: string, options: SetOptions): Sql {
  const { from, bookkeeping, returning } = options
  const pairs = sets.flatMap(({ column, value, hash }) => [sql`${raw(quote(column))} = ${value}`, ...(hash ? [sql`${raw(quote(`${column}_hash`))} = ${hash}`] : [])])
  const different = join(
    sets.map(({ column, value, hash }) => (hash ? sql`${at(alias, `${column}_hash`)} is distinct from ${hash}` : sql`${at(alias, column)} is distinct from ${value}`)),
    ' or ',
  )
  return sql`update ${raw(columnsOf(of).table)} ${raw(alias)} set ${join(bookkeeping ? pairs : [...pairs, stamps(alias, actorOf(writer, options))])}${from ? sql` from ${from}` : raw('')}
    where ${where} and (${different}) returning ${answered(of, alias, returning)}`
}
/** Locks the rows in id order and reads their old values before writing, so that the history is right under concurrency. `case when false` gives an untyped value the type of
 *  its column. */
function loggedUpdate(of: Entity, where: Sql, sets: readonly Assignment[], writer: Writer, alias: string, { from, returning }: SetOptions): Sql {
  const table = raw(columnsOf(of).table)
  const typed = (column: string, value: Sql, as: string): Sql =>
    sql`${at(alias, column)} as ${raw(`o${as}`)}, case when false then ${at(alias, column)} else ${value} end as ${raw(`n${as}`)}`
  const before = sets.flatMap(({ column, value, hash }, i) => [typed(column, value, `${i}`), ...(hash ? [typed(`${column}_hash`, hash, `h${i}`)] : [])])
  const written = sets.flatMap(({ column, hash }, i) => [raw(`${quote(column)} = f.n${i}`), ...(hash ? [raw(`${quote(`${column}_hash`)} = f.nh${i}`)] : [])])
  const differs = sets.map(({ hash }, i) => raw(hash ? `f.oh${i} is distinct from f.nh${i}` : `f.o${i} is distinct from f.n${i}`))
  const diff = join(
    sets.map(({ field }, i) => change(of, field, raw(`f.o${i}`), raw(`f.n${i}`), differs[i] as Sql)),
    ' || ',
  )
  return sql`
    with found as materialized (select ${at(alias, 'id')}, ${join(before)} from ${table} ${raw(alias)}${from ? sql`, ${from}` : raw('')} where ${where} order by ${at(alias, 'id')} for no key update of ${raw(alias)}),
    changed as (update ${table} t set ${join([...written, stamps('t', writer.actor)])} from found f where t.tenant_id = ${writer.tenantId} and t.id = f.id and (${join(differs, ' or ')})
      returning ${answered(of, 't', returning)}, ${diff} as _diff),
    logged as (${historyOf(of, writer, 'changed', sql`'update'`, sql`_diff`)})
    select ${names(returning)} from changed`
}
/** Rows `t` with the key of a record `x`. The records of one statement agree in which parts of the key are null; encrypted parts are compared by their hash. */
function sameKey(of: Entity, key: readonly string[], row: Plain): Sql {
  const { encrypted } = columnsOf(of)
  const pairs = key.map(name => {
    const column = quote(encrypted.includes(name) ? `${storedColumn(of, name)}_hash` : storedColumn(of, name))
    return (row[name] ?? null) === null ? `t.${column} is null` : `t.${column} = x.${column}`
  })
  return raw(pairs.join(' and '))
}
/** New values of rows found by `key` as one JSON parameter; all of the rows name the same fields and agree in which parts of the key are null. */
export function updateManyStatement(of: Entity, key: readonly string[], rows: readonly Plain[], writer: Writer, options: SetOptions): Sql {
  const names = Object.keys(rows[0] as Plain)
  if (rows.some(row => Object.keys(row).length !== names.length || names.some(name => !(name in row))))
    throw new Error(`updateMany of ${of.name}: all rows must name the same fields`)
  mustNameSecrets(of, names)
  const { encrypted } = columnsOf(of)
  const match = sameKey(of, key, rows[0] as Plain)
  const sets = names
    .filter(name => !key.includes(name))
    .map(field => {
      const column = storedColumn(of, field)
      return { field, column, value: at('x', column), ...(encrypted.includes(field) && { hash: at('x', `${column}_hash`) }) }
    })
  const from = sql`jsonb_populate_recordset(null::${raw(columnsOf(of).table)}, ${JSON.stringify(recordsOf(of, rows, writer.cipher))}::jsonb) x`
  const where = matching(of, match, writer, 't', true)
  return isSilent(options) ? plainUpdate(of, where, sets, writer, 't', { ...options, from }) : loggedUpdate(of, where, sets, writer, 't', { ...options, from })
}
const headOf = (tenantId: string, actor: string | null): Array<[string, unknown]> => [
  ['tenant_id', tenantId],
  ['created_by', actor],
  ['updated_by', actor],
]
/** `insert … select`: `values` are plain or SQL over `from`. Returns the inserted rows. */
export function insertFromStatement(of: Entity, values: Plain, from: Sql, writer: Writer, options: SetOptions & { skipExisting?: true }): Sql {
  const sets = assignments(of, { ...initials(of), ...values }, writer.cipher)
  const pairs = [
    ...headOf(writer.tenantId, actorOf(writer, options)).map(([column, value]) => [column, sql`${value}`] as const),
    ...sets.flatMap(({ column, value, hash }) => [[column, value] as const, ...(hash ? [[`${column}_hash`, hash] as const] : [])]),
  ]
  const made = sql`insert into ${raw(columnsOf(of).table)} as t (${raw(pairs.map(([c]) => quote(c)).join(', '))})
    select ${join(pairs.map(([, value]) => value))} from ${from} ${raw(options.skipExisting ? 'on conflict do nothing' : '')} returning ${answered(of, 't', options.returning)}`
  return withHistory(of, made, 'add', writer, options)
}
/** Deletes matching rows, or sets `deleted_at` where the entity is soft-deleted. */
export function removeStatement(of: Entity, match: Plain | Sql, writer: Writer, options: SetOptions): Sql {
  const alias = options.as ?? 't'
  const table = sql`${raw(columnsOf(of).table)} ${raw(alias)}`
  const where = sql`where ${matching(of, match, writer, alias, options.from !== undefined)} returning ${answered(of, alias, options.returning)}`
  const gone = of.options.softDelete
    ? sql`update ${table} set deleted_at = now(), ${stamps(alias, actorOf(writer, options))}${options.from ? sql` from ${options.from}` : raw('')} ${where}`
    : sql`delete from ${table}${options.from ? sql` using ${options.from}` : raw('')} ${where}`
  return withHistory(of, gone, 'remove', writer, options)
}
const withHistory = (of: Entity, written: Sql, action: 'add' | 'remove', writer: Writer, options: SetOptions): Sql =>
  isSilent(options)
    ? written
    : sql`with made as (${written}), logged as (${historyOf(of, writer, 'made', sql`${action}`, sql`'{}'::jsonb`)}) select ${names(options.returning)} from made`

/** New rows as one JSON parameter; with `unless`, a key, only those whose key no live row has. */
export function insertManyStatement(of: Entity, drafts: readonly Plain[], writer: Writer, options: SetOptions & { skipExisting?: true; unless?: readonly string[] }): Sql {
  const { records, columns } = newRecords(of, drafts, { ...writer, actor: actorOf(writer, options) })
  const table = raw(columnsOf(of).table)
  const { unless, skipExisting, returning } = options
  const isNew = unless ? sql`where not exists (select from ${table} t where ${matching(of, sameKey(of, unless, drafts[0] as Plain), writer, 't', true)})` : raw('')
  const made = sql`insert into ${table} as t (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) x ${isNew}
    ${raw(skipExisting ? 'on conflict do nothing' : '')} returning ${answered(of, 't', returning)}`
  return withHistory(of, made, 'add', writer, options)
}
