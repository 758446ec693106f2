import type { Action, Entity } from '#model'
import { address } from '#web/http/index.ts'

/** Entity name → `service/controller`, filled by the loaded modules. */
const paths = new Map<string, string>()
export function addAddresses(of: Readonly<Record<string, string>>): void {
  for (const [entity, path] of Object.entries(of)) paths.set(entity, path)
}
/** Address of an entity known by name only, as for reference targets, without loading its module. */
export const namedAddress = (entity: string, verb: string): string => `${paths.get(entity) ?? `base/${entity}`}/${verb}`

/** Address of an action: below the controller of its entity. */
export const actionAddress = (action: Pick<Action, 'module' | 'of' | 'name'>): string => (paths.has(action.of) ? namedAddress(action.of, action.name) : address(action))

/** First part of all query keys of an entity; writes invalidate by it. */
export const entityKey = (of: Pick<Entity, 'name'> | string): readonly [string, string] => ['entity', typeof of === 'string' ? of : of.name]
