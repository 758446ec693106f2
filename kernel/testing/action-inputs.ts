import { type Action, allEntities, type Entity, entityNamed, type Field, type Fields, hasEntity } from '#model'
import { sampleValue } from './samples.ts'

/** Returns the id of a target row of that entity; undefined if there is none. */
export type RowOf = (entity: Entity) => string | undefined
export interface Aimed {
  /** Valid input for the action's fields. */
  input: Record<string, unknown>
  /** The row ids it contains. */
  ids: string[]
}
/** Builds an action's input in which every row reference points at the row given by `rowOf`. Optional fields are set only if they refer to a row. */
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
/** Target entity of a plain-text field such as `studentId`: the one most references of that name point at. */
function entitiesByName(): Map<string, string> {
  const made = new Map<string, string>()
  for (const e of allEntities()) for (const [name, f] of Object.entries(e.fields)) if (f.kind === 'ref' && f.options.to && !made.has(name)) made.set(name, f.options.to)
  return made
}
