import type { Action } from '#model'
import { addressOf } from '#server/http/action-routes.ts'
import type { Documented } from '#server/http/openapi.ts'
import type { Actor, Answer, School } from './school.ts'

/** A route of the running product, with its action, if any. */
export interface Route extends Documented {
  action: Action | undefined
}
/** All declared routes under `/api`. */
export function routesOf({ server }: School): Route[] {
  const { registry, routes } = server.core
  const actions = new Map<string, Action>(registry.modules.flatMap(m => m.actions.map(a => [`${a.method} ${addressOf(m, a)}`, a] as const)))
  return routes.map(r => ({ ...r, action: actions.get(`${r.method} ${r.url}`) }))
}
/** Calls a route: `input` is the query or the body. */
export const callRoute = (who: Actor, { method, url }: Pick<Documented, 'method' | 'url'>, input: Record<string, unknown> = {}): Promise<Answer<unknown>> =>
  method === 'GET' ? who.get(url, input) : who.post(url, input)
/** Route name for failure messages. */
export const nameOf = ({ method, url }: Pick<Documented, 'method' | 'url'>): string => `${method} ${url}`
