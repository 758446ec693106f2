import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { type Entity, Refusal, type SecretKey } from '#model'
import { columnsOf, every, opened, pick, quote, stored } from './columns.ts'
import { difference } from './difference.ts'
import type { Gate } from './gate.ts'
import { newRow } from './new-rows.ts'
import { countReferences } from './references.ts'
import { notFound, staleRow } from './rows.ts'
import { keepSecretsHome } from './sent-secrets.ts'
import { conditions } from './where.ts'

type Plain = Record<string, unknown>
interface InsertOptions {
  /** Follows the values: `on conflict do nothing`. */
  tail?: Sql
  /** Further columns to return. */
  also?: Sql
}
const tableOf = (of: Entity): Sql => raw(columnsOf(of).table)

/** Inserts one row; undefined if `tail` skipped it. */
export function insertRow(gate: Gate, of: Entity, given: Plain, { tail = empty, also = empty }: InsertOptions = {}): Promise<Plain | undefined> {
  const { id, draft, columns, values } = newRow(of, given, gate.maker)
  return gate.tx(async db => {
    const inside = db as Gate
    const [row] = await inside.query<Plain>(sql`insert into ${tableOf(of)} (${columns}) values (${join(values)}) ${tail} returning ${raw(pick(of, undefined))}${also}`)
    if (!row) return undefined
    await added(inside, of, id, draft)
    for (const name of columnsOf(of).encrypted) if (name in row) row[name] = draft[name] ?? null // plaintext is at hand: no decryption
    return row
  })
}
/** The same, sent with the next statement. Returns the new id. */
export async function enqueueRow(gate: Gate, of: Entity, given: Plain): Promise<string> {
  const { id, draft, columns, values } = newRow(of, given, gate.maker)
  await gate.tx(async db => {
    const inside = db as Gate
    await inside.enqueue(sql`insert into ${tableOf(of)} (${columns}) values (${join(values)})`)
    await added(inside, of, id, draft)
  })
  return id
}
/** Id of the row with the draft's values in `key`, inserted if missing. */
export async function idByKey(gate: Gate, of: Entity, key: readonly string[], given: Plain): Promise<string> {
  const wanted = Object.fromEntries(key.map(name => [name, given[name] ?? null]))
  const { id, draft, columns, values } = newRow(of, given, gate.maker)
  return gate.tx(async db => {
    const inside = db as Gate
    const [found] = await inside.query<{ id: string }>(sql`
      with known as (select id from ${tableOf(of)} where tenant_id = ${gate.me.tenantId} and ${every(conditions(of, wanted, gate.kernel.cipher))}),
      made as (insert into ${tableOf(of)} (${columns}) select ${join(values)} where not exists (select from known) on conflict do nothing returning id)
      select id from known union all select id from made`)
    if (found?.id === id) await added(inside, of, id, draft)
    return found?.id ?? (((await inside.unscoped(of).find(wanted)) as Plain).id as string) // inserted concurrently
  })
}
async function added(inside: Gate, of: Entity, id: string, draft: Plain): Promise<void> {
  inside.logged(of, id, difference(of, undefined, draft), 'add')
  await inside.changed(of)
}
/** Writes the fields that differ; nothing if none does. */
export function updateRow(gate: Gate, of: Entity, id: string, patch: Plain, version?: number): Promise<Plain> {
  return gate.tx(async db => {
    const secrets = Object.keys(of.fields).filter(name => of.fields[name]?.options.secret === true) as SecretKey<Entity>[]
    const before = (await db
      .unscoped(of)
      .with(...secrets)
      .lock(id)) as Plain // the caller has already found the row through its scope
    if (version !== undefined && before.version !== version) throw staleRow(gate.me, of, before)
    return change(db as Gate, of, before, patch)
  })
}
async function change(inside: Gate, of: Entity, before: Plain, patch: Plain): Promise<Plain> {
  const { cipher } = inside.kernel
  const changed = difference(of, before, patch)
  if (!Object.keys(changed).length) return Object.fromEntries(Object.entries(before).filter(([name]) => of.fields[name]?.options.secret !== true))
  keepSecretsHome(of, before, patch)
  const pairs = stored(of, Object.fromEntries(Object.entries(patch).filter(([name]) => name in changed)), cipher)
  const sets = pairs.map(([c, v]) => sql`${raw(quote(c))} = ${v}`)
  const [row] = await inside.query<Plain>(sql`
    update ${tableOf(of)} set ${join(sets)}, version = version + 1, updated_at = now(), updated_by = ${inside.maker.actor}
    where tenant_id = ${inside.me.tenantId} and id = ${before.id} returning ${raw(pick(of, undefined))}`)
  if (!row) throw notFound()
  inside.logged(of, before.id as string, changed)
  await inside.changed(of)
  return opened(of, row, cipher)
}
/** Removes a row that nothing refers to, with its open to-dos and files. */
export async function removeRow(gate: Gate, of: Entity, id: string): Promise<void> {
  const { tenantId } = gate.me
  const used = await countReferences(gate, gate.kernel.registry, of, id)
  if (used.length)
    throw new Refusal(422, [
      {
        rule: 'record.inUse',
        text: '已被 {used} 使用，不能删除，可以停用',
        values: { used: used.map(({ count, more, label }) => ({ text: more ? '{count} 条以上{label}' : '{count} 条{label}', values: { count, label } })), references: used },
      },
    ])
  const gone = of.options.softDelete
    ? sql`update ${tableOf(of)} set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${gate.maker.actor} where tenant_id = ${tenantId} and id = ${id} and deleted_at is null returning id`
    : sql`delete from ${tableOf(of)} where tenant_id = ${tenantId} and id = ${id} returning id`
  await gate.tx(async db => {
    const inside = db as Gate
    if (!(await inside.query(gone)).length) throw notFound()
    inside.logged(of, id, {}, 'remove')
    for (const hook of inside.kernel.removalHooks) await hook(inside, of, [id])
    await inside.changed(of)
  })
}
