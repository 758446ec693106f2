import type { FastifyInstance } from 'fastify'
import type { Core } from '../data/core.ts'
import { extensionPoint } from '../extension-point.ts'
import type { Identity } from '../identity/index.ts'

/** Calls of a module that are no action: they set cookies, answer flat, or send the browser elsewhere. */
export interface CustomRoutes {
  kind: 'routes'
  run: (app: FastifyInstance, on: { core: Core; identity: Identity }) => void
}
export const customRouteSets = extensionPoint<CustomRoutes>('routes')
/** Registration of a module's server file. Each route declares a permission or why it is open, like every other. */
export const customRoutes = (run: CustomRoutes['run']): CustomRoutes => customRouteSets.make({ run })
