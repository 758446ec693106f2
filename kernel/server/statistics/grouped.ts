import sql, { join, raw, type Sql } from 'sql-template-tag'
import { MERGED, smallGroups } from '#model/small-groups.ts'
import type { Ctx, Db } from '../context.ts'
import { translateIfKnown } from '../i18n/translate.ts'
import { paramOf } from '../params/params.ts'
import type { Grouping } from './groupings.ts'

/** Label of merged small groups. */
const MERGED_LABEL = '其他（人数较少）'

export type Sums = Record<string, number | null>
export interface Group {
  key: string
  label: string
  sums: Sums
}
type Keyed = Omit<Group, 'label'>
export interface GroupedOptions<K extends string> {
  by: Readonly<Record<K, Grouping>>
  /** Aggregates by name: `` { leaves: sql`count(*)::int` } ``. */
  sums: Readonly<Record<string, Sql>>
  /** Number of people behind a group, and the permission that lists the rows. Without it, small groups of a personal grouping are merged. */
  people?: { count: Sql; listedBy: string }
}
/** Whether the reader may list rows of others anyway, so that small groups tell them nothing new. */
export const mayReadRows = ({ me }: Pick<Ctx, 'me'>, permission: string): boolean => (me.permissions.get(permission) ?? []).some(r => r.scope !== 'self')
/** The smallest group shown in statistics about people. */
export const minCell = (ctx: Ctx): Promise<number> => paramOf<number>(ctx, 'privacy', 'minCell')

type Line = Record<string, number | string | null>
/** One pass over the rows for the total and every grouping. */
async function passed(db: Db, rows: Sql, keys: readonly Sql[], sums: Readonly<Record<string, Sql>>): Promise<{ total: Sums; sets: Keyed[][] }> {
  const columns = keys.map((_, i) => raw(`group_${i}`))
  const keyed = sql`(select ${join([sql`x.*`, ...keys.map((key, i) => sql`(${key})::text as ${columns[i]}`)])} from ${rows} x)`
  const aggregates = join(Object.entries(sums).map(([name, sum]) => sql`${sum} as ${raw(`"${name}"`)}`))
  const found = columns.length
    ? await db.query<Line>(
        sql`select grouping(${join(columns)}) as set, ${join(columns)}, ${aggregates} from ${keyed} r group by grouping sets ((), ${join(columns.map(c => sql`(${c})`))})`,
      )
    : await db.query<Line>(sql`select 0 as set, ${aggregates} from ${rows} r`)
  const all = 2 ** keys.length - 1
  const sumsOf = (line: Line): Sums => Object.fromEntries(Object.keys(sums).map(name => [name, (line[name] ?? null) as number | null]))
  const sets = keys.map((_, i) => {
    const set = all - 2 ** (keys.length - 1 - i)
    return found.flatMap(line => (line.set === set && line[`group_${i}`] !== null ? [{ key: line[`group_${i}`] as string, sums: sumsOf(line) }] : []))
  })
  return { total: sumsOf(found.find(line => line.set === all) as Line), sets }
}
/** Keys of personal groupings with small groups mapped to one key, for readers who may not list the rows. */
async function guardedKeys<K extends string>(ctx: Ctx, rows: Sql, { by, people }: GroupedOptions<K>, names: readonly K[]): Promise<Sql[]> {
  const personal = names.filter(name => by[name].isPersonal)
  if (!people || !personal.length || mayReadRows(ctx, people.listedBy)) return names.map(name => by[name].key)
  const least = await minCell(ctx)
  const { sets } = await passed(
    ctx.db,
    rows,
    personal.map(name => by[name].key),
    { people: people.count },
  )
  const small = new Map(personal.map((name, i) => [name, [...smallGroups(new Map(sets[i]?.map(g => [g.key, g.sums.people ?? 0])), least)]]))
  return names.map(name =>
    small.get(name)?.length ? sql`case when (${by[name].key})::text = any(${small.get(name)}::text[]) then ${MERGED} else (${by[name].key})::text end` : by[name].key,
  )
}
/**
 * Figures over rows in the reader's scope, for the whole and in groups. `rows` is a subselect; keys and sums are SQL over its columns. Everything is computed in one pass; a
 * figure of a merged group is computed over its rows, so that medians and distinct people are right.
 */
export async function grouped<K extends string>(ctx: Ctx, rows: Sql, options: GroupedOptions<K>): Promise<{ total: Sums; groups: Record<K, Group[]> }> {
  const names = Object.keys(options.by) as K[]
  const { total, sets } = await passed(ctx.db, rows, await guardedKeys(ctx, rows, options, names), options.sums)
  const [size = ''] = Object.keys(options.sums)
  const made = names.map(async (name, i) => [name, await labelled(ctx, options.by[name], sets[i] ?? [], size)] as const)
  return { total, groups: Object.fromEntries(await Promise.all(made)) as Record<K, Group[]> }
}
async function labelled({ db, lang }: Pick<Ctx, 'db' | 'lang'>, { labels, isOrdered, most }: Grouping, found: readonly Keyed[], size: string): Promise<Group[]> {
  const labelOf = await labels(
    db,
    found.map(g => g.key).filter(key => key !== MERGED),
  )
  const named = found.map(g => ({ ...g, label: translateIfKnown(lang, g.key === MERGED ? MERGED_LABEL : labelOf(g.key)) }))
  const isRest = (g: Group): number => Number(g.key === MERGED)
  const sorted = named.sort(
    (a, b) => isRest(a) - isRest(b) || (isOrdered ? a.key.localeCompare(b.key) : (b.sums[size] ?? 0) - (a.sums[size] ?? 0) || a.label.localeCompare(b.label)),
  )
  return most ? sorted.slice(0, most) : sorted
}
