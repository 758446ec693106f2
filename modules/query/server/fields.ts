import { allModules, type Entity, entityNamed, type Field, hasEntity, permissionKey, type Refusal, refusalOf, shownFields, storedFields } from '#model'
import type { Principal } from '#server/context.ts'
import { savedQuery } from '../model/query.ts'
import { type Group, HOPS_MAX, isGroup, isRelated, partsOf, type Spec } from '../model/spec.ts'

const KINDS: ReadonlySet<Field['kind']> = new Set(['text', 'integer', 'decimal', 'money', 'date', 'time', 'datetime', 'bool', 'dict', 'choice', 'ref'])
export const fail = (key: Parameters<typeof refusalOf>[1], values?: Record<string, unknown>, field?: string): Refusal => refusalOf(savedQuery, key, values, field)
/** Fields usable in a query: stored unencrypted, visible, and comparable. */
export const isAskable = (e: Entity, name: string): boolean => {
  const field = e.fields[name]
  return Boolean(field && KINDS.has(field.kind) && !field.options.encrypted && !field.options.secret && storedFields(e).some(([n]) => n === name))
}
export const askable = (e: Entity): Array<[string, Field]> => shownFields(e).filter(([name]) => isAskable(e, name))
/** Subjects for a user: entities they may list, people before what belongs to them. */
export const subjectsFor = (me: Principal): Entity[] => [...new Set(allModules().flatMap(m => m.subjects))].reverse().filter(e => me.permissions.has(permissionKey(e, 'list')))
export function subjectOf(me: Principal, name: string): Entity {
  const found = subjectsFor(me).find(e => e.name === name)
  if (!found) throw fail('subject', { subject: name })
  return found
}
/** Organisation names are readable for everyone signed in; other entities are joined within scope only. */
export const isOpen = (e: Entity): boolean => Boolean(e.options.scope.everyone) || e.options.select === 'open'

export interface Step {
  entity: Entity
  /** The reference leading here. */
  by: string
}
export interface Path {
  text: string
  steps: Step[]
  entity: Entity
  name: string
  field: Field
  label: string
}
/** Resolves a path of declared references to its field. */
export function pathOf(subject: Entity, text: string): Path {
  const parts = text.split('.')
  const steps: Step[] = []
  let entity = subject
  const labels: string[] = []
  for (const by of parts.slice(0, -1)) {
    const field = entity.fields[by]
    if (!isAskable(entity, by) || field?.kind !== 'ref' || !hasEntity(field.options.to ?? '') || steps.length >= HOPS_MAX) throw fail('path', { path: text }, 'spec')
    labels.push(field.label)
    entity = entityNamed(field.options.to as string)
    steps.push({ entity, by })
  }
  const name = parts.at(-1) ?? ''
  const field = entity.fields[name]
  if (!field || !isAskable(entity, name)) throw fail('path', { path: text }, 'spec')
  return { text, steps, entity, name, field, label: [...labels, field.label].join(' · ') }
}
/** Masked or hidden values need the caller's own permission, whoever wrote the query. */
export function assertMayReveal(me: Principal, { entity, field, label }: Path): void {
  if (field.options.sensitivity && !me.permissions.has(permissionKey(entity, 'reveal'))) throw fail('sensitive', { label }, 'spec')
}
interface Related {
  entity: Entity
  by: string
}
/** Entities that reference a subject, with the reference. Only those with a list: the key of a list that does not exist can be written into a menu, and must open nothing here. */
export const pointingAt = (subject: Entity): Related[] =>
  [...new Set(allModules().flatMap(m => m.entities))].flatMap(entity =>
    entity.name === subject.name || !entity.verbs.includes('list')
      ? []
      : askable(entity).flatMap(([by, f]) => (f.kind === 'ref' && f.options.to === subject.name ? [{ entity, by }] : [])),
  )
/** Those the user may list. */
export const relatedTo = (me: Principal, subject: Entity): Related[] => pointingAt(subject).filter(r => me.permissions.has(permissionKey(r.entity, 'list')))
export function relationOf(among: readonly Related[], related: string): Related {
  const found = among.find(r => `${r.entity.name}.${r.by}` === related)
  if (!found) throw fail('related', { related }, 'spec')
  return found
}
/** Refuses the first name in a query that the program does not, or no longer, have. */
export function assertKnown(subject: Entity, spec: Spec): void {
  for (const path of [...spec.columns, ...(spec.groupBy ?? []), ...(spec.aggregates ?? []).flatMap(a => a.path ?? [])]) pathOf(subject, path)
  if (spec.where) assertGroupKnown(subject, spec.where)
}
function assertGroupKnown(of: Entity, group: Group): void {
  for (const c of partsOf(group)) {
    if (isGroup(c)) assertGroupKnown(of, c)
    else if (isRelated(c)) assertGroupKnown(relationOf(pointingAt(of), c.related).entity, c.where ?? {})
    else pathOf(of, c.path)
  }
}
