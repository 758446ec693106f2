import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Entity, type Issue, permissionKey, storedFields } from '#model'
import { columnsOf, every, quote } from '../data/columns.ts'
import type { Gate } from '../data/gate.ts'
import { type ScopeIds, scopeCondition } from '../data/scope.ts'
import { naturalKey } from './columns.ts'
import type { Faults } from './row-issues.ts'
import { DERIVED, type ImportHooks, STAGE, type Stage } from './rules.ts'
import { SHEET_TEXTS, type SheetRule } from './texts.ts'

/** Context of an import's statements. */
export interface Work {
  db: Gate
  entity: Entity
  jobId: string
  mode: 'insert' | 'upsert'
  /** Fields to write: those in the sheet and those filled by hooks. */
  written: readonly string[]
  /** Fields in the sheet. */
  given: readonly string[]
  hooks: ImportHooks<Entity>
  scopes: ScopeIds
}
/** A faulty row found by a query. */
export interface Fault {
  row: number
  field: string | null
  rule: string
  text?: string
  values: Record<string, unknown> | null
}
export const tableOf = (e: Entity): Sql => raw(columnsOf(e).table)
export const col = (e: Entity, field: string): string => quote(columnsOf(e).of.get(field) as string)
/** Column for comparing values: the hash of an encrypted field, because ciphertexts of equal values differ. */
export const comparable = (e: Entity, field: string): string => (e.fields[field]?.options.encrypted ? quote(`${columnsOf(e).of.get(field)}_hash`) : col(e, field))
export const live = (e: Entity, alias: string): Sql => raw(e.options.softDelete ? ` and ${alias}.deleted_at is null` : '')
export const stageOf = ({ db, mode }: Work): Stage => ({ rows: STAGE, tenantId: db.me.tenantId, userId: db.me.userId, mode })

/** Builds the temporary table `import_stage`: each row as it would be after the import. Must run in a transaction. `lock` locks the rows to be updated. */
export async function fillStage(work: Work, lock: boolean): Promise<void> {
  await matchRows(work)
  const { db, entity } = work
  if (lock) await db.query(sql`select 1 from ${tableOf(entity)} t join import_key k on k._target = t.id where t.tenant_id = ${db.me.tenantId} for update of t`)
  await mergeRows(work)
  await db.query(sql`create index on import_stage (id)`)
  await db.query(sql`analyze import_stage`)
  await work.hooks.prepare?.(db, stageOf(work))
  await computeGenerated(work)
  await markChanged(work)
}
/** Matches rows to stored ones by natural key, then by alternative keys. */
async function matchRows(work: Work): Promise<void> {
  const { db, entity, jobId } = work
  const table = tableOf(entity)
  await db.query(
    sql`create temp table import_key on commit drop as select 0 as _row, null::uuid as _new_id, null::uuid as _target, null::jsonb as _data, t.* from ${table} t with no data`,
  )
  await db.query(sql`insert into import_key select r.row_no, r.id, null::uuid, r.data, k.* from import_row r cross join lateral jsonb_populate_record(null::${table}, r.data) k
    where r.tenant_id = ${db.me.tenantId} and r.job_id = ${jobId}`)
  await db.query(sql`analyze import_key`)
  const natural = naturalKey(entity)
  for (const key of [natural, ...(work.hooks.keys ?? [])]) {
    if (!key.length || key.some(name => !work.given.includes(name) && entity.fields[name]?.options.initial === undefined)) continue
    const same = key.map(name => sql`t.${raw(comparable(entity, name))} = ${keyValue(work, name)}`)
    // an alternative key applies only to rows whose natural key is empty
    if (key !== natural) same.push(...natural.map(name => raw(`k.${comparable(entity, name)} is null`)))
    await db.query(sql`update import_key k set _target = t.id from ${table} t where t.tenant_id = ${db.me.tenantId}${live(entity, 't')} and k._target is null and ${every(same)}`)
  }
}
const keyValue = ({ entity }: Work, name: string): Sql => {
  const initial = entity.fields[name]?.options.initial
  const given = sql`k.${raw(comparable(entity, name))}`
  return initial === undefined || initial === null || typeof initial === 'object' ? given : sql`coalesce(${given}, ${raw(literal(initial))})`
}
const literal = (value: string | number | boolean): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

async function mergeRows({ db, entity }: Work): Promise<void> {
  const table = tableOf(entity)
  const initial = Object.fromEntries(
    storedFields(entity).flatMap(([name, f]) => (f.options.initial === undefined ? [] : [[columnsOf(entity).of.get(name) as string, f.options.initial]])),
  )
  await db.query(sql`create temp table import_stage on commit drop as select 0 as _row, false as _new, false as _changed, t.* from ${table} t with no data`)
  await db.query(sql`insert into import_stage select k._row, k._target is null, false, m.* from import_key k left join ${table} t on t.tenant_id = ${db.me.tenantId} and t.id = k._target
    cross join lateral jsonb_populate_record(t, case when k._target is null then ${JSON.stringify(initial)}::jsonb || k._data || coalesce(k._data -> ${DERIVED}::text, '{}') || jsonb_build_object('id', k._new_id, 'tenant_id', ${db.me.tenantId}::uuid) else k._data end) m`)
}
/** Computes generated columns in the staging table, because data scopes may depend on them. */
async function computeGenerated({ db, entity }: Work): Promise<void> {
  const made = await db.query<{ name: string; expression: string }>(sql`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = ${columnsOf(entity).table}::regclass and a.attgenerated <> ''`)
  if (made.length) await db.query(sql`update import_stage set ${join(made.map(g => raw(`${quote(g.name)} = ${g.expression}`)))}`)
}
async function markChanged({ db, entity, written }: Work): Promise<void> {
  if (!written.length) return
  const differs = written.map(name => raw(`s.${comparable(entity, name)} is distinct from t.${comparable(entity, name)}`))
  await db.query(
    sql`update import_stage s set _changed = true from ${tableOf(entity)} t where t.tenant_id = ${db.me.tenantId} and t.id = s.id and not s._new and (${join(differs, ' or ')})`,
  )
}

/** Validates all staged rows by set-based queries. */
export async function findFaults(work: Work): Promise<Array<Issue & { row: number }>> {
  const { entity } = work
  const statements = [
    ...duplicatesInFile(work),
    ...takenValues(work),
    ...(work.mode === 'insert' ? [existing(work)] : []),
    ...fixedFields(work),
    ...missingForNew(work),
    ...outOfReach(work),
    ...(work.hooks.check?.(stageOf(work), work.db) ?? []),
  ]
  const found: Array<Issue & { row: number }> = []
  for (const statement of statements) for (const fault of await work.db.query<Fault>(statement)) found.push(asIssue(entity, fault))
  return found
}
function asIssue(e: Entity, fault: Fault): Issue & { row: number } {
  const label = fault.field ? e.fields[fault.field]?.label : undefined
  const own = !fault.text
  return {
    row: fault.row,
    rule: own ? `${e.module}.${e.name}.${fault.rule}` : fault.rule,
    text: fault.text ?? e.options.refusals?.[fault.rule] ?? fault.rule,
    values: { ...(label ? { label } : {}), ...(fault.values ?? {}) },
    ...(fault.field ? { field: fault.field } : {}),
  }
}
const faults = (rule: SheetRule, field: string | null, values: Sql, from: Sql): Sql =>
  sql`select s._row as row, ${field}::text as field, ${`sheet.${rule}`}::text as rule, ${SHEET_TEXTS[rule]}::text as text, ${values} as values ${from}`

/** Display text of columns; reference ids are left out. */
const shown = (e: Entity, set: readonly string[], alias: string): Sql => {
  const parts = set.filter(n => e.fields[n]?.kind !== 'ref').map(n => raw(e.fields[n]?.options.encrypted ? `'******'` : `${alias}.${col(e, n)}::text`))
  return parts.length ? sql`concat_ws(' ', ${join(parts)})` : sql`''::text`
}
const labels = (e: Entity, set: readonly string[]): string => set.map(n => e.fields[n]?.label ?? n).join('、')
const uniqueSets = (e: Entity): ReadonlyArray<readonly string[]> => {
  const key = naturalKey(e)
  const others = (e.options.unique ?? []).filter(set => set.join() !== key.join())
  return (key.length ? [key, ...others] : others).filter(set => set.every(n => columnsOf(e).fields.has(n)))
}
function duplicatesInFile({ entity: e }: Work): Sql[] {
  const same = uniqueSets(e).map(set => {
    const columns = join(set.map(n => raw(`x.${comparable(e, n)}`)))
    const present = join(
      set.map(n => raw(`x.${comparable(e, n)} is not null`)),
      ' and ',
    )
    const values = sql`jsonb_build_object('first', s._first, 'label', ${labels(e, set)}::text, 'value', ${shown(e, set, 's')})`
    return faults(
      'duplicateInFile',
      set[0] ?? null,
      values,
      sql`from (select x.*, min(x._row) over (partition by ${columns}) as _first from import_stage x where ${present}) s where s._first <> s._row`,
    )
  })
  // Two lines may match the same stored row by different keys.
  const twice = sql`from (select x.*, min(x._row) over (partition by x.id) as _first from import_stage x where not x._new) s where s._first <> s._row`
  return [...same, ...(same.length ? [] : [faults('duplicateInFile', null, sql`jsonb_build_object('first', s._first, 'label', ${e.label}::text, 'value', '')`, twice)])]
}
function takenValues({ entity: e, db, written }: Work): Sql[] {
  return uniqueSets(e)
    .filter(set => set.some(n => written.includes(n)))
    .map(set => {
      const same = every(set.map(n => raw(`t.${comparable(e, n)} = s.${comparable(e, n)}`)))
      const values = sql`jsonb_build_object('label', ${labels(e, set)}::text, 'value', ${shown(e, set, 's')})`
      return faults(
        'taken',
        set[0] ?? null,
        values,
        sql`from import_stage s join ${tableOf(e)} t on t.tenant_id = ${db.me.tenantId}${live(e, 't')} and t.id <> s.id and ${same} where s._new or s._changed`,
      )
    })
}
function existing({ entity: e }: Work): Sql {
  const key = naturalKey(e)
  return faults('exists', key[0] ?? null, sql`jsonb_build_object('label', ${labels(e, key)}::text, 'value', ${shown(e, key, 's')})`, sql`from import_stage s where not s._new`)
}
function fixedFields({ entity: e, db, given }: Work): Sql[] {
  return given
    .filter(n => e.fields[n]?.options.immutable)
    .map(n => {
      const values = sql`jsonb_build_object('from', ${shown(e, [n], 't')})`
      const differs = raw(`s.${comparable(e, n)} is distinct from t.${comparable(e, n)}`)
      return faults('fixed', n, values, sql`from import_stage s join ${tableOf(e)} t on t.tenant_id = ${db.me.tenantId} and t.id = s.id where not s._new and ${differs}`)
    })
}
function missingForNew({ entity: e, given, hooks }: Work): Sql[] {
  return storedFields(e)
    .filter(([n, f]) => f.options.required && !f.options.readonly && (!given.includes(n) || hooks.derives?.fields.includes(n)))
    .map(([n]) => faults('requiredNew', n, sql`'{}'::jsonb`, sql`from import_stage s where s._new and s.${raw(comparable(e, n))} is null`))
}
/** Rows must be in the caller's data scope before and after the import, for `import` and for `add` or `update`. */
function outOfReach(work: Work): Sql[] {
  const { db, entity: e } = work
  const none = sql`'{}'::jsonb`
  const named = sql`jsonb_build_object('entity', ${e.label}::text)`
  const add = reach(work, 'add')
  const update = reach(work, 'update')
  const stored = (condition: Sql): Sql => sql`exists (select 1 from ${tableOf(e)} where tenant_id = ${db.me.tenantId} and id = s._id and ${condition})`
  const renamed = sql`(select *, id as _id from import_stage) s`
  return [
    ...(add
      ? [faults('outOfScope', null, none, sql`from import_stage s where _new and not coalesce(${add}, false)`)]
      : [faults('noAdd', null, named, sql`from import_stage s where _new`)]),
    ...(update
      ? [faults('outOfScope', null, none, sql`from ${renamed} where not _new and (not ${stored(update)} or not coalesce(${update}, false))`)]
      : [faults('noUpdate', null, named, sql`from import_stage s where _changed`)]),
  ]
}
/** SQL condition for rows this caller may add or update by import; undefined without the permission. */
function reach({ db, entity: e, scopes }: Work, verb: 'add' | 'update'): Sql | undefined {
  const permissions = db.me.permissions
  const verbs = ['import', ...(e.verbs.includes(verb) ? [verb] : [])] as const
  if (verbs.some(v => !permissions.has(permissionKey(e, v)))) return undefined
  return sql`(${join(
    verbs.map(v => scopeCondition(e, db.me, permissions.get(permissionKey(e, v)) ?? [], scopes)),
    ' and ',
  )})`
}
/** Removes faulty rows from the staging table. */
export async function leaveOut({ db }: Work, faults: Faults): Promise<void> {
  await db.query(sql`delete from import_stage where _row = any(${faults.rowNumbers}::int[])`)
}
export async function counts({ db }: Work): Promise<{ toAdd: number; toChange: number; unchanged: number }> {
  const rows = await db.query<{
    toAdd: number
    toChange: number
    unchanged: number
  }>(sql`select count(*) filter (where _new)::int as "toAdd", count(*) filter (where _changed)::int as "toChange",
    count(*) filter (where not _new and not _changed)::int as unchanged from import_stage`)
  return rows[0] ?? { toAdd: 0, toChange: 0, unchanged: 0 }
}
