import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'

/** A route as it is declared. */
export interface DeclaredRoute {
  url: string
  config: FastifyContextConfig
}
/** The matched route: its address as declared (undefined where none matched) and what it declares. Decisions about a request use this, never the address as the caller spelled it. */
export interface MatchedRoute {
  readonly url: string | undefined
  readonly config: Readonly<FastifyContextConfig>
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Answered by `routeOf`. */
    matched: MatchedRoute | undefined
  }
  interface FastifyContextConfig {
    /** The declared calls that a route stands for, by address (see call-table.ts): what the one that was called declares holds, not the route. */
    calls?: ReadonlyMap<string, DeclaredRoute>
  }
}
const NO_ROUTE: MatchedRoute = { url: undefined, config: {} }

export function routeOf(request: FastifyRequest): MatchedRoute {
  request.matched ??= matched(request)
  return request.matched
}
function matched(request: FastifyRequest): MatchedRoute {
  const { url, config } = request.routeOptions
  // a part that holds a slash, written %2F, makes an address of more parts than the calls of this route have
  return config.calls ? (config.calls.get(`/api/${Object.values(request.params as Record<string, string>).join('/')}`) ?? NO_ROUTE) : { url, config }
}
/** Whether the parts of the address are the caller's to choose; those of declared calls are declared. */
export const hasFreeParts = (request: FastifyRequest): boolean => !request.routeOptions.config.calls

/** Gives every route that is registered in this scope from here on the same reason to be open; for plugins whose routes cannot carry a declaration of their own. */
export function openScope(app: FastifyInstance, open: string, limit?: number): void {
  app.addHook('onRoute', route => {
    route.config = { open, ...(limit === undefined ? {} : { limit }), ...route.config }
  })
}
/** Stops the start when a route declares neither a permission nor why it is open, or both. Checked when all are registered, so that scopes have added theirs. */
export function refuseUndeclared(app: FastifyInstance): void {
  const routes: Array<{ method: string | readonly string[]; url: string; config?: FastifyContextConfig }> = []
  app.addHook('onRoute', route => void routes.push(route))
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes)
      for (const declared of config?.calls?.values() ?? [{ url, config }]) {
        if (!declared.config?.open && !declared.config?.permission) throw new Error(`${method} ${declared.url} declares neither a permission nor a reason to be open`)
        if (declared.config.open && declared.config.permission) throw new Error(`${method} ${declared.url} declares both a permission and a reason to be open`)
      }
  })
}
