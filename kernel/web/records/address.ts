import type { Action, Entity } from '#model'
import { address } from '#web/http/index.ts'

/** Entity name → `service/controller`: what the open modules name. */
const paths = new Map<string, string>()
export function addAddresses(of: Readonly<Record<string, string>>): void {
  for (const [entity, path] of Object.entries(of)) paths.set(entity, path)
}
/** Address of a verb of an entity known by name only, as references know their target: no other module is loaded for it. */
export const namedAddress = (entity: string, verb: string): string => `${paths.get(entity) ?? `base/${entity}`}/${verb}`

/** Address of an action: under the controller of the entity it belongs to. */
export const actionAddress = (action: Pick<Action, 'module' | 'of' | 'name'>): string => (paths.has(action.of) ? namedAddress(action.of, action.name) : address(action))

/** First part of every query key of an entity, so that a write makes all of its data stale. */
export const entityKey = (of: Pick<Entity, 'name'> | string): readonly [string, string] => ['entity', typeof of === 'string' ? of : of.name]
