import { type Action, allEntities, type Entity, entityNamed, type Field, type Fields, hasEntity } from '#model'
import { sampleValue } from './samples.ts'

/** Gives the id of a row to aim at; undefined where there is none of that entity. */
export type RowOf = (entity: Entity) => string | undefined
export interface Aimed {
  /** Passes the checks of the action's fields. */
  input: Record<string, unknown>
  /** The ids in it. */
  ids: string[]
}
/** An input of an action in which everything that names a row names the one that `rowOf` gives. What need not be given is given only where it names a row. */
export function aimed(a: Action, rowOf: RowOf): Aimed {
  const ids: string[] = []
  const names = entitiesByName()
  const meant = (name: string, field: Field): Entity | undefined => {
    const to = field.kind === 'ref' ? field.options.to : name === 'id' || name === 'ids' ? a.of : names.get(name.replace(/Ids$/, 'Id'))
    return to && hasEntity(to) ? entityNamed(to) : undefined
  }
  const given = (name: string, field: Field): unknown => {
    if (field.kind === 'shape') return inputOf(field.options.fields ?? {})
    if (field.kind === 'list') {
      const of = field.options.of ?? ({ kind: 'ref', label: name, options: {} } as const)
      return [given(name, of) ?? sampleValue(of)]
    }
    const to = field.kind === 'ref' || field.kind === 'text' ? meant(name, field) : undefined
    const id = to && rowOf(to)
    if (!id) return field.options.required ? sampleValue(field) : undefined
    ids.push(id)
    return id
  }
  const inputOf = (fields: Fields): Record<string, unknown> => {
    const made: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      if (name === 'tenantId' || field.options.readonly || field.options.computed) continue
      const value = given(name, field)
      if (value !== undefined) made[name] = value
    }
    return made
  }
  const input = inputOf(a.input)
  return { input, ids: [...new Set(ids)] }
}
/** What a field called `studentId` means where it is a plain text: what most references of that name point at. */
function entitiesByName(): Map<string, string> {
  const made = new Map<string, string>()
  for (const e of allEntities()) for (const [name, f] of Object.entries(e.fields)) if (f.kind === 'ref' && f.options.to && !made.has(name)) made.set(name, f.options.to)
  return made
}
