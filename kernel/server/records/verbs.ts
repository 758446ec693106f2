import { parseFields } from '#fields/parse.ts'
import { type Entity, entityNamed, HEAD_FIELDS, hasEntity, isUuid, perEntity, permissionKey, Refusal, type Row, shownFields } from '#model'
import { sanitiseFields } from '#model/rich.ts'
import { writeAudit } from '../audit/audit-line.ts'
import { subjectsOf } from '../audit/subjects.ts'
import type { Ctx } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { presentRows } from '../data/present.ts'
import { notFound, type ScopedRows, staleRow } from '../data/rows.ts'
import { attachFiles } from '../files/attachments.ts'
import { checkCodes } from '../params/dictionaries.ts'
import type { Page } from '../row-types.ts'
import { askedRows, namesProtected } from './lookups.ts'
import { presentRecords, titleOf } from './present-records.ts'
import { checked, type ListQuery } from './query.ts'

type Plain = Record<string, unknown>

const rowsOf = (ctx: KernelCtx, e: Entity, verb: string): ScopedRows<Entity> => ctx.db.visibleFor(e, permissionKey(e, verb)) as ScopedRows<Entity>

export async function page(ctx: KernelCtx, e: Entity, query: ListQuery): Promise<Page<Plain>> {
  const columns = columnsFor(e, query.columns)
  const { current, size, keyword, sort, where } = query
  const { rows, seen } = await askedRows(ctx, e, permissionKey(e, 'list'), where)
  const found = (await rows.page({ current, size, keyword, sort, where: where as never, columns, abilities: ctx.db.partialAbilities(e) })) as unknown as Page<Plain>
  await seen(found.result)
  await presentRecords(ctx, e, found.result, columns)
  return found
}
const MOST_COLUMNS = 200
/** Columns a list returns; rich text and S2 values only when requested by name. Computed fields need the others. */
function columnsFor(e: Entity, asked: readonly string[] | undefined): readonly string[] {
  if (!asked) return listColumns(e)
  if (asked.length > MOST_COLUMNS)
    throw new Refusal(400, [{ field: 'columns', rule: 'list.tooMany', text: '一次最多取 {most} 列，现在有 {count} 列', values: { most: MOST_COLUMNS, count: asked.length } }])
  const unknown = asked.filter(n => (!Object.hasOwn(e.fields, n) || e.fields[n]?.options.secret) && !['id', 'version', 'createdAt', 'updatedAt'].includes(n) && !n.endsWith('Name'))
  if (unknown.length) throw new Refusal(400, [{ field: 'columns', rule: 'list.unknownColumn', text: '没有“{key}”这一列', values: { key: unknown.join(',').slice(0, 80) } }])
  return asked.some(n => e.fields[n]?.options.computed) ? [...listColumns(e), ...asked] : asked
}
const listColumns = perEntity((e): readonly string[] => {
  const fields = shownFields(e).filter(([, f]) => f.kind !== 'rich' && f.options.sensitivity !== 'S2')
  return [...HEAD_FIELDS, ...fields.map(([n]) => n)]
})
/** One row, whole or only the columns asked for. */
export async function getOne(ctx: KernelCtx, e: Entity, id: string, asked?: readonly string[]): Promise<Plain> {
  const columns = asked && columnsFor(e, asked)
  const row = await hiddenAudited(
    ctx,
    e,
    permissionKey(e, 'list'),
    id,
    async () => (await rowsOf(ctx, e, 'list').oneWithAbilities(id, columns, ctx.db.partialAbilities(e))) as Plain,
  )
  await presentRecords(ctx, e, [row], columns)
  return row
}
/** Runs what reads or changes a row within the reach of a permission. Who asks for one outside it is told that there is none, and the attempt is audited: by `ctx`, outside the
 *  transaction of a change, which is rolled back. */
export async function hiddenAudited<T>(ctx: Ctx, e: Entity, permission: string, id: unknown, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refusal && error.code === 404 && (await isHidden(ctx, e, permission, id))) await audit(ctx, 'access.hidden', e.name, id as string, {})
    throw error
  }
}
async function isHidden({ db }: Ctx, e: Entity, permission: string, id: unknown): Promise<boolean> {
  if (typeof id !== 'string' || !isUuid(id)) return false
  const it = { id } as never
  return (await db.unscoped(e).count(it)) > 0 && !(await db.visibleFor(e, permission).count(it)) // existence only
}
/** Items of a select box: `id`, `value`, `label` and the entity's select fields. */
export async function select(ctx: KernelCtx, e: Entity, query: ListQuery): Promise<Plain[]> {
  const open = e.options.select === 'open' && !namesProtected(e, query.where)
  const asked = open ? undefined : await askedRows(ctx, e, permissionKey(e, 'list'), query.where)
  const rows = asked?.rows ?? ctx.db.unscoped(e) // names of organisations are open to everyone signed in
  const where = { ...query.where }
  const flag = where.flag
  delete where.flag
  if ('isEnabled' in e.fields && flag !== '0' && !('isEnabled' in where) && !('id' in where) && !('id.in' in where)) where.isEnabled = true
  const found =
    e.options.cached && !Object.keys(where).some(k => k !== 'isEnabled') && !query.keyword && open
      ? [...((await ctx.db.cached(e)) as ReadonlyMap<string, Plain>).values()].filter(r => !('isEnabled' in where) || r.isEnabled)
      : (
          await rows.page({
            where: where as never,
            keyword: query.keyword,
            size: e.options.cached ? 200 : Math.min(query.size, 50),
            current: query.current,
            ...(query.sort.length ? { sort: query.sort } : {}),
          })
        ).result
  await asked?.seen(found as Plain[])
  const items = (found as Plain[]).map(r => ({
    id: r.id,
    value: r.id,
    label: titleOf(e, r),
    ...Object.fromEntries((e.options.selectFields ?? []).map(f => [f, r[f]])),
    ...(e.options.tree ? { parentId: r[e.options.tree] } : {}),
  }))
  presentRows(e, items, () => false)
  return items
}
const hooks = (ctx: KernelCtx, e: Entity) => (ctx.core.registry.rules.get(e.name) ?? []).map(r => r.hooks)

/** Adds a row: validates, runs the entity's rules, inserts, and refuses a row outside the caller's data scope. */
export async function add(ctx: KernelCtx, e: Entity, body: Plain): Promise<Row<Entity>> {
  const draft = await draftFrom(ctx, e, body)
  const { row, isWithin } = await ctx.db.insertWithin(e, draft, permissionKey(e, 'add'))
  if (!isWithin) throw outOfScope(e)
  await attachFiles(ctx.db, e, row.id, draft)
  for (const h of hooks(ctx, e)) await h.added?.(ctx, row)
  return row
}
/** Same, for callers that need only id and version. If nothing reads the row after the insert, it is sent with the commit and not read back. */
export async function addUnread(ctx: KernelCtx, e: Entity, body: Plain): Promise<{ id: string; version: number }> {
  const isRead = hasFiles(e) || hooks(ctx, e).some(h => h.added) || !ctx.db.reachesAll(e, permissionKey(e, 'add'))
  return isRead ? add(ctx, e, body) : { id: await ctx.db.enqueueInsert(e, await draftFrom(ctx, e, body)), version: 1 }
}
/** Runs an insert; on a unique violation the entity's `taken` hook may refuse with a better message. */
export async function namingDuplicate<T>(ctx: KernelCtx, e: Entity, body: Plain, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const [issue] = error instanceof Refusal ? error.issues : []
    const { field } = issue ?? {}
    if (issue?.rule === 'record.duplicate' && field) for (const h of hooks(ctx, e)) await h.taken?.(ctx, checked(parseFields(e.fields, body)) as never, field)
    throw error
  }
}
const hasFiles = perEntity(e => Object.values(e.fields).some(f => f.kind === 'files'))
async function draftFrom(ctx: KernelCtx, e: Entity, body: Plain): Promise<Plain> {
  const draft = checked(parseFields(e.fields, body))
  await sanitiseFields(e.fields, draft)
  await checkReferences(ctx, e, draft)
  for (const h of hooks(ctx, e)) await h.add?.(ctx, draft as never)
  return draft
}
export async function update(ctx: KernelCtx, e: Entity, body: Plain): Promise<Row<Entity>> {
  const { id, version, ...rest } = body
  if (typeof id !== 'string') throw notFound()
  if (!Number.isInteger(version)) throw new Refusal(400, [{ field: 'version', rule: 'record.versionMissing', text: '缺少版本号 version' }])
  const before = (await rowsOf(ctx, e, 'update').lock(id)) as Row<Entity>
  const patch = checked(parseFields(e.fields, rest, 'update'))
  await sanitiseFields(e.fields, patch)
  refuseFixed(e, before as unknown as Plain, patch)
  await checkReferences(ctx, e, patch)
  if (before.version !== version) throw staleRow(ctx.me, e, before)
  for (const h of hooks(ctx, e)) await h.update?.(ctx, before, patch as never)
  const after = await ctx.db.update(e, id, patch as never, version as number)
  await attachFiles(ctx.db, e, id, patch)
  await mustHold(ctx, e, 'update', id)
  for (const h of hooks(ctx, e)) await h.updated?.(ctx, before, after)
  return after
}
function refuseFixed(e: Entity, before: Plain, patch: Plain): void {
  const issues = Object.keys(patch)
    .filter(n => e.fields[n]?.options.immutable && (patch[n] ?? null) !== (before[n] ?? null))
    .map(n => ({ field: n, rule: 'value.fixed', text: '{label}建立后不能修改', values: { label: e.fields[n]?.label } }))
  if (issues.length) throw new Refusal(422, issues)
}
/** References must point at existing rows of this school; dictionary codes at enabled items. */
export async function checkReferences(ctx: Pick<Ctx, 'db'>, e: Entity, values: Plain): Promise<void> {
  await checkCodes(ctx.db, e.fields, values)
  for (const [name, value] of Object.entries(values)) {
    const field = e.fields[name]
    if (field?.kind !== 'ref' || typeof value !== 'string' || !hasEntity(field.options.to ?? '')) continue
    const to = entityNamed(field.options.to as string)
    const found = to.options.cached ? (await ctx.db.cached(to)).has(value) : (await ctx.db.unscoped(to).count({ id: value } as never)) > 0 // existence only
    if (!found) throw new Refusal(422, [{ field: name, rule: 'record.noSuchReference', text: '所选的{label}不存在', values: { label: field.label } }])
  }
}
const outOfScope = (e: Entity): Refusal => new Refusal(422, [{ rule: 'record.outOfScope', text: '这条{label}会落在你的数据范围之外', values: { label: e.label } }])
async function mustHold(ctx: KernelCtx, e: Entity, verb: string, id: string): Promise<void> {
  if (!(await rowsOf(ctx, e, verb).holds(id))) throw outOfScope(e)
}
export async function remove(ctx: KernelCtx, e: Entity, id: string): Promise<void> {
  const row = (await rowsOf(ctx, e, 'remove').lock(id)) as Row<Entity>
  for (const h of hooks(ctx, e)) await h.remove?.(ctx, row)
  await ctx.db.remove(e, id)
  for (const h of hooks(ctx, e)) await h.removed?.(ctx, row)
}
/** Returns personal and sensitive values unmasked, sensitive ones only with a reason. Each read is audited first; without the audit entry nothing is returned. */
export async function reveal(ctx: KernelCtx, e: Entity, id: string, fields: readonly string[], reason: string | null): Promise<Plain> {
  const row = await hiddenAudited(ctx, e, permissionKey(e, 'reveal'), id, async () => (await rowsOf(ctx, e, 'reveal').one(id)) as Plain)
  const unknown = fields.filter(n => !Object.hasOwn(e.fields, n) || !e.fields[n]?.options.sensitivity || e.fields[n]?.options.secret)
  if (!fields.length || unknown.length)
    throw new Refusal(400, [{ field: 'fields', rule: 'list.unknownColumn', text: '没有“{key}”这一列', values: { key: unknown.join(',').slice(0, 80) } }])
  if (!reason?.trim() && fields.some(n => e.fields[n]?.options.sensitivity === 'S2')) throw reasonMissing()
  const auditId = await audit(ctx, 'reveal', e.name, id, { fields, reason })
  await subjectsOf(ctx.db, e, auditId, [row])
  return Object.fromEntries(fields.map(n => [n, row[n] ?? null]))
}
const reasonMissing = (): Refusal => new Refusal(422, [{ field: 'reason', rule: 'record.reasonMissing', text: '查看敏感信息请填写原因' }])
/** Writes an audit entry and returns its id. */
export function audit(ctx: Ctx, action: string, bizType: string | null, bizId: string | null, detail: Plain): Promise<string> {
  return writeAudit(ctx.db, { userId: ctx.me.userId, action, bizType, bizId, detail, ip: ctx.ip, traceId: ctx.traceId })
}
