import type { FastifyInstance } from 'fastify'
import { extensionPoint } from '../base/extension-point.ts'
import type { Core } from '../data/core.ts'
import type { FileStore } from '../files/store.ts'

/** Services passed to custom routes; higher folders add theirs by declaration merging. */
export interface RouteServices {
  core: Core
  /** Files, for routes that send them to readers who need not be signed in. */
  store: FileStore
}
/** Module routes that are no actions: they set cookies, answer without the envelope, or redirect. */
export interface CustomRoutes {
  kind: 'routes'
  run: (app: FastifyInstance, on: RouteServices) => void
}
export const customRouteSets = extensionPoint<CustomRoutes>('routes')
/** Registers a module's own routes. Each declares a permission or why it is open, like every other. */
export const customRoutes = (run: CustomRoutes['run']): CustomRoutes => customRouteSets.make({ run })
