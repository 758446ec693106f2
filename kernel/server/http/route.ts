import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'

/** The matched route: its address as declared (undefined where none matched) and what it declares. Decisions about a request use this, never the address as the caller spelled it. */
export interface MatchedRoute {
  url: string | undefined
  config: FastifyContextConfig
}
export const routeOf = (request: FastifyRequest): MatchedRoute => request.routeOptions

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
    for (const { method, url, config } of routes) {
      if (!config?.open && !config?.permission) throw new Error(`${method} ${url} declares neither a permission nor a reason to be open`)
      if (config.open && config.permission) throw new Error(`${method} ${url} declares both a permission and a reason to be open`)
    }
  })
}
