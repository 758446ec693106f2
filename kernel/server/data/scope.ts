import sql, { raw, type Sql } from 'sql-template-tag'
import { type Entity, entityNamed, permissionKey, rowPermissions, type ScopeTies } from '#model'
import type { Db, Principal, Reach, ScopeSource } from '../context.ts'
import { columnsOf, either, quote } from './columns.ts'

type Tie = Exclude<keyof ScopeTies, 'everyone'>
/** Ids each data scope of a user resolves to, computed before a call's first statement. */
export type ScopeIds = ReadonlyMap<string, ReadonlyArray<{ tie: Tie; ids: readonly string[] }>>

/** Resolves the data scopes of this user's roles through the modules' scope sources. */
export async function scopeIds(me: Principal, sources: readonly ScopeSource[], db: Db): Promise<ScopeIds> {
  const wanted = new Set([...me.permissions.values()].flat().map(r => r.scope))
  const made = new Map<string, Array<{ tie: Tie; ids: readonly string[] }>>()
  for (const source of sources) {
    if (!wanted.has(source.scope)) continue
    made.set(source.scope, [...(made.get(source.scope) ?? []), { tie: source.tie, ids: await source.ids(db) }])
  }
  return made
}
/** A verb on rows, and the condition for the rows on which the reader may use it. */
export interface Ability {
  name: string
  reach: Sql
}
interface CachedConditions {
  me: Principal
  conditions: Map<string, Sql>
  abilities: Map<string, readonly Ability[]>
}
const cache = new WeakMap<ScopeIds, CachedConditions>()
function conditionsOf(me: Principal, ids: ScopeIds): CachedConditions {
  const known = cache.get(ids)
  if (known?.me === me) return known
  const made: CachedConditions = { me, conditions: new Map(), abilities: new Map() }
  cache.set(ids, made)
  return made
}
/** SQL condition of one permission, memoised per user and scope ids. */
export function permittedCondition(e: Entity, me: Principal, permission: string, ids: ScopeIds): Sql {
  const { conditions } = conditionsOf(me, ids)
  const key = `${e.name} ${permission}`
  const made = conditions.get(key) ?? scopeCondition(e, me, me.permissions.get(permission) ?? [], ids)
  conditions.set(key, made)
  return made
}
/** Record verbs and row actions that the reader may use on some, but not all, rows of their list, each with its condition. Usually none. Memoised like the conditions. */
export function partialAbilities(e: Entity, me: Principal, ids: ScopeIds): readonly Ability[] {
  const { abilities } = conditionsOf(me, ids)
  const made = abilities.get(e.name) ?? comparedWithList(e, me, ids)
  abilities.set(e.name, made)
  return made
}
function comparedWithList(e: Entity, me: Principal, ids: ScopeIds): Ability[] {
  const list = permittedCondition(e, me, permissionKey(e, 'list'), ids)
  return rowPermissions(e).flatMap(({ name, permission }) => {
    if (!me.permissions.has(permission)) return []
    const reach = permittedCondition(e, me, permission, ids)
    return reach.text === 'true' || isSame(reach, list) ? [] : [{ name, reach }]
  })
}
const isSame = (one: Sql, other: Sql): boolean => one.text === other.text && JSON.stringify(one.values) === JSON.stringify(other.values)
/** One condition for the rows of `e` that these grants reach; `false` if none ties to them. It guards list, read, change, removal, export, select and statistics alike. */
export function scopeCondition(e: Entity, me: Principal, reaches: readonly Reach[], ids: ScopeIds): Sql {
  if (!reaches.length) return sql`false`
  const ties = e.options.scope
  if (ties.everyone || reaches.some(r => r.scope === 'all')) return sql`true`
  const wanted = new Map<Tie, Set<string>>()
  const add = (tie: Tie, values: ReadonlyArray<string | null | undefined>): void => {
    if (!ties[tie]) return
    const set = wanted.get(tie) ?? new Set()
    for (const value of values) if (value) set.add(value)
    wanted.set(tie, set)
  }
  for (const reach of reaches) {
    if (reach.scope === 'self') {
      add('student', [me.studentId])
      add('teacher', [me.teacherId])
      add('user', [me.userId])
    } else if (reach.scope === 'custom') {
      add('campus', reach.custom?.campusIds ?? [])
      add('department', reach.custom?.departmentIds ?? [])
      add('class', reach.custom?.classIds ?? [])
      add('building', reach.custom?.buildingIds ?? [])
    } else for (const source of ids.get(reach.scope) ?? []) add(source.tie, source.ids)
  }
  return either([...wanted].filter(([, set]) => set.size).map(([tie, set]) => tieCondition(e, ties[tie] as string, [...set])))
}
function tieCondition(e: Entity, path: string, ids: string[]): Sql {
  const dot = path.indexOf('.')
  const field = dot < 0 ? path : path.slice(0, dot)
  const name = columnsOf(e).of.get(field)
  if (!name) throw new Error(`${e.name}: scope names ${path}, which is not stored`)
  if (dot < 0) return ids.length === 1 ? sql`${raw(quote(name))} = ${ids[0]}::uuid` : sql`${raw(quote(name))} = any(${`{${ids.join(',')}}`}::uuid[])`
  const to = entityNamed(e.fields[field]?.options.to ?? '')
  return sql`${raw(quote(name))} in (select id from ${raw(columnsOf(to).table)} where ${tieCondition(to, path.slice(dot + 1), ids)})`
}
