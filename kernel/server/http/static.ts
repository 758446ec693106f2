import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ROOT } from '../registry/registry.ts'
import { pageLinks } from './page-files.ts'
import { openScope } from './route.ts'

interface Web {
  modules: Parameters<typeof pageLinks>[1]
  folder?: string
}
/** Serves the built web app: hashed assets cached for a year, the page itself never; every URL outside the API is routed by the page. */
export function webRoutes(app: FastifyInstance, { modules, folder = join(ROOT, 'dist') }: Web): void {
  if (!existsSync(join(folder, 'index.html'))) return
  const links = pageLinks(folder, modules)
  const assets = namesIn(join(folder, 'assets'))
  const served = {
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  } satisfies Partial<FastifyStaticOptions>
  // one route for the assets; the few other files have one route each, so that every other URL stays the page's
  app.register(async web => {
    openScope(web, 'the pages of the product are built files', Number.POSITIVE_INFINITY)
    web.register(fastifyStatic, { ...served, root: folder, wildcard: false, globIgnore: ['assets/**'] })
    // a wildcard of the plugin's own reads the whole folder for each request, to compare spellings; there are thousands of files in it
    web.route({
      method: ['GET', 'HEAD'],
      url: '/assets/*',
      handler: async (request, reply) => {
        const name = (request.params as { '*': string })['*']
        return assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
      },
    })
    web.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: async (request, reply) => {
        if (isAsset(request)) return reply.callNotFound()
        // framed pages of other sites stand in a page of our own (`frame-page.ts`); `blob:` is for previews of unsaved documents, which are drawn from memory
        const policy = `${reply.getHeader('content-security-policy')};frame-src 'self' blob:`
        const link = isSignedIn(request) ? links.get(pathOf(request)) : undefined
        if (link) reply.header('link', link)
        return reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html')
      },
    })
  })
}
/** Files below a folder as built; the program is started again with another build. */
function namesIn(folder: string): ReadonlySet<string> {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return new Set(entries.filter(entry => entry.isFile()).map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')))
}
/** Whether the cookie is present, unverified: the `Link` header it decides on is no secret. */
const isSignedIn = (request: FastifyRequest): boolean => /(^|;\s*)FlySource-Auth=/.test(request.headers.cookie ?? '')
const pathOf = (request: FastifyRequest): string => `/${(request.params as { '*': string })['*'].replace(/\/+$/, '')}`
/** Whether a URL lies below `/api` or `/assets`, however it was spelled: it is no page. */
const isAsset = (request: FastifyRequest): boolean => /^\/*(api|assets)(\/|$)/i.test((request.params as { '*': string })['*'])
