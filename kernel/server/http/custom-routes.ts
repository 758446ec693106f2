import type { FastifyInstance } from 'fastify'
import { extensionPoint } from '../base/extension-point.ts'
import type { Core } from '../data/core.ts'

/** What custom routes are handed; folders above this one add theirs. */
export interface RouteServices {
  core: Core
}
/** Calls of a module that are no action: they set cookies, answer flat, or send the browser elsewhere. */
export interface CustomRoutes {
  kind: 'routes'
  run: (app: FastifyInstance, on: RouteServices) => void
}
export const customRouteSets = extensionPoint<CustomRoutes>('routes')
/** Registration of a module's server file. Each route declares a permission or why it is open, like every other. */
export const customRoutes = (run: CustomRoutes['run']): CustomRoutes => customRouteSets.make({ run })
