import sql, { raw, type Sql } from 'sql-template-tag'
import { type Entity, entityNamed, permissionKey, rowPermissions, type ScopeTies } from '#model'
import type { Db, Principal, Reach, ScopeSource } from '../context.ts'
import { columnsOf, either, quote } from './columns.ts'

type Tie = Exclude<keyof ScopeTies, 'everyone'>
/** The ids every scope of a person means, worked out before a call's first statement. */
export type ScopeIds = ReadonlyMap<string, ReadonlyArray<{ tie: Tie; ids: readonly string[] }>>

/** Asks the modules what the scopes of this person's roles mean today. */
export async function scopeIds(me: Principal, sources: readonly ScopeSource[], db: Db): Promise<ScopeIds> {
  const wanted = new Set([...me.permissions.values()].flat().map(r => r.scope))
  const made = new Map<string, Array<{ tie: Tie; ids: readonly string[] }>>()
  for (const source of sources) {
    if (!wanted.has(source.scope)) continue
    made.set(source.scope, [...(made.get(source.scope) ?? []), { tie: source.tie, ids: await source.ids(db) }])
  }
  return made
}
/** Something that may be done with a row, and the rows that the reader may do it with. */
export interface Ability {
  name: string
  reach: Sql
}
interface Kept {
  me: Principal
  conditions: Map<string, Sql>
  abilities: Map<string, readonly Ability[]>
}
const kept = new WeakMap<ScopeIds, Kept>()
function keptOf(me: Principal, ids: ScopeIds): Kept {
  const known = kept.get(ids)
  if (known?.me === me) return known
  const made: Kept = { me, conditions: new Map(), abilities: new Map() }
  kept.set(ids, made)
  return made
}
/** The condition of one permission, worked out once for a person as long as the scopes mean the same. */
export function permittedCondition(e: Entity, me: Principal, permission: string, ids: ScopeIds): Sql {
  const { conditions } = keptOf(me, ids)
  const key = `${e.name} ${permission}`
  const made = conditions.get(key) ?? scopeCondition(e, me, me.permissions.get(permission) ?? [], ids)
  conditions.set(key, made)
  return made
}
/** What the reader holds a permission for that does not reach every row of their list: record verbs and row actions of the entity, each with its own reach.
 *  Mostly there is none. Worked out once, as the conditions are. */
export function partialAbilities(e: Entity, me: Principal, ids: ScopeIds): readonly Ability[] {
  const { abilities } = keptOf(me, ids)
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
/** One condition for the rows of `e` a person reaches with these grants; `false` when no grant ties to them.
 *  The same condition guards list, read, change, removal, export, select and statistics. */
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
