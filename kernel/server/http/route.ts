import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'

/** A route as it is declared. */
export interface DeclaredRoute {
  url: string
  config: FastifyContextConfig
}
/** The matched route: its declared URL (undefined if none matched) and config. Decisions about a request use this, never the URL as the client spelled it. */
export interface MatchedRoute {
  readonly url: string | undefined
  readonly config: Readonly<FastifyContextConfig>
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Memo of `routeOf`. */
    matched: MatchedRoute | undefined
  }
  interface FastifyContextConfig {
    /** Declared calls behind a lookup route, by URL (see call-table.ts): the config of the matched call applies, not the route's. */
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
  // a segment with an encoded slash (%2F) yields more segments than the calls of this route have, so none matches
  return config.calls ? (config.calls.get(`/api/${Object.values(request.params as Record<string, string>).join('/')}`) ?? NO_ROUTE) : { url, config }
}
/** Whether the URL has parameters the client can choose; the segments of declared calls are fixed. */
export const hasFreeParts = (request: FastifyRequest): boolean => !request.routeOptions.config.calls

/** Marks every route registered in this scope from here on as open for the same reason; for plugins whose routes cannot declare it. */
export function openScope(app: FastifyInstance, open: string, limit?: number): void {
  app.addHook('onRoute', route => {
    route.config = { open, ...(limit === undefined ? {} : { limit }), ...route.config }
  })
}
/** Stops the start when a route declares neither a permission nor why it is open, or both. Checked in onReady, once scopes have added theirs. */
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
