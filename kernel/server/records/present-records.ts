import { type Entity, entityNamed, type Field, hasEntity, labelKey, perEntity, shownFields } from '#model'
import type { KernelCtx } from '../data/core.ts'
import { isOwn, presented, presentRows, withoutSecrets } from '../data/present.ts'
import { translate, translateIfKnown } from '../i18n/translate.ts'

type Plain = Record<string, unknown>

/** Prepares rows for a reader, in place: names of references, computed fields; personal values masked and sensitive ones removed unless the row is the reader's own. `whole`
 *  exempts protected fields; the caller has checked that and audits it. */
export async function presentRecords(ctx: KernelCtx, e: Entity, rows: Plain[], columns?: readonly string[], whole?: ReadonlySet<string>): Promise<void> {
  await complete(ctx, e, rows, columns)
  presentRows(e, rows, row => isOwn(ctx.me, e, row), whole)
}
/** Completes rows for internal use, in place: names of references and computed fields, no secrets, personal and sensitive values unmasked. The caller decides what to return. */
export async function complete(ctx: KernelCtx, e: Entity, rows: Plain[], columns?: readonly string[]): Promise<void> {
  if (!rows.length) return
  const wanted = (name: string): boolean => !columns || columns.includes(name)
  const computations = (ctx.core.registry.computations.get(e.name) ?? []).filter(c => c.fields.some(wanted))
  await Promise.all([nameReferences(ctx, e, rows, name => wanted(name) && !isComputed(e, name)), ...computations.map(c => c.run(ctx, rows))])
  if (computations.length) await nameReferences(ctx, e, rows, name => wanted(name) && isComputed(e, name))
  withoutSecrets(e, rows)
  for (const name of translatableOf(e)) for (const row of rows) if (typeof row[name] === 'string') row[name] = translateIfKnown(ctx.lang, row[name])
}
const isComputed = (e: Entity, name: string): boolean => e.fields[name]?.options.computed === true
const translatableOf = perEntity(e => shownFields(e).flatMap(([name, f]) => (f.options.translatable ? [name] : [])))
async function nameReferences(ctx: KernelCtx, e: Entity, rows: Plain[], wanted: (name: string) => boolean): Promise<void> {
  for (const { name, key, to } of referencesOf(e)) {
    if (!wanted(name)) continue
    const held = to.options.cached ? ctx.db.held(to) : undefined
    const titles = held ? titlesIn(held, to) : await titlesOf(ctx, to, rows, name)
    for (const row of rows) if (name in row) row[key] = titles(row[name] as string)
  }
  const comma = translate(ctx.lang, '、')
  for (const [name, to] of listsOf(e)) {
    const key = labelKey(name)
    if (!wanted(name) || key in e.fields) continue
    const titles = await listTitles(ctx, to, rows, name)
    for (const row of rows) if (Array.isArray(row[name])) row[key] = row[name].flatMap(id => titles(id) ?? []).join(comma)
  }
}
const listTitles = (ctx: KernelCtx, to: Entity, rows: readonly Plain[], name: string) =>
  titlesOf(
    ctx,
    to,
    rows.flatMap(row => (Array.isArray(row[name]) ? row[name].map(id => ({ id })) : [])),
    'id',
  )
/** Puts titles in place of the ids in lists of references, for texts. */
export async function titleLists(ctx: KernelCtx, e: Entity, rows: readonly Plain[], wanted: readonly string[]): Promise<void> {
  for (const [name, to] of listsOf(e)) {
    if (!wanted.includes(name)) continue
    const titles = await listTitles(ctx, to, rows, name)
    for (const row of rows) if (Array.isArray(row[name])) row[name] = row[name].map(id => titles(id) ?? id)
  }
}
const listsOf = perEntity(
  (e): ReadonlyArray<readonly [string, Entity]> =>
    shownFields(e).flatMap(([name, f]) => {
      const to = f.kind === 'list' && f.options.of?.kind === 'ref' ? f.options.of.options.to : undefined
      return to && hasEntity(to) ? [[name, entityNamed(to)]] : []
    }),
)
interface Reference {
  name: string
  key: string
  to: Entity
}
const referencesOf = perEntity((e): readonly Reference[] =>
  shownFields(e)
    .filter(([, f]) => f.kind === 'ref' && hasEntity(f.options.to ?? ''))
    .map(([name, f]) => ({ name, key: labelKey(name), to: entityNamed(f.options.to as string) })),
)
const titlesIn =
  (rows: ReadonlyMap<string, Plain>, to: Entity) =>
  (id: string): string | null => {
    const title = titleOf(to, rows.get(id))
    return title === null || title === undefined ? null : String(title)
  }
export const titleOf = (e: Entity, row: Readonly<Plain> | undefined): unknown => presented(e.fields[e.options.title] as Field, row?.[e.options.title])
async function titlesOf(ctx: KernelCtx, to: Entity, from: readonly Plain[], name: string): Promise<(id: string) => string | null> {
  if (to.options.cached) return titlesIn((await ctx.db.cached(to)) as ReadonlyMap<string, Plain>, to)
  const ids = from.map(r => r[name]).filter((id): id is string => typeof id === 'string')
  if (!ids.length) return () => null
  const rows = await ctx.db.unscoped(to).all({ id: [...new Set(ids)] } as never) // readers of a row may see the names of its references
  return titlesIn(new Map((rows as Plain[]).map(r => [r.id as string, r])), to)
}
