import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ROOT } from '../registry.ts'

/** Serves the built web: hashed assets for a year, the page itself never cached; every address that is not the API's is the page's to route. */
export function webRoutes(app: FastifyInstance, frames: () => Promise<string>, folder = join(ROOT, 'dist')): void {
  if (!existsSync(join(folder, 'index.html'))) return
  const served = {
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  } satisfies Partial<FastifyStaticOptions>
  // one route for all that the page is built of; the few files beside it have one each, so that every other address stays the page's
  app.register(fastifyStatic, { ...served, root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false })
  app.register(fastifyStatic, { ...served, root: folder, wildcard: false, globIgnore: ['assets/**'] })
  app.get('/*', async (request, reply) => {
    if (isAsset(request)) return reply.callNotFound()
    // the preview of a paper that is not saved yet is drawn from memory
    const policy = `${reply.getHeader('content-security-policy')};frame-src 'self' blob: ${await frames()}`
    return reply.header('content-security-policy', policy.trimEnd()).header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html')
  })
}
const isAsset = (request: FastifyRequest): boolean => request.url.startsWith('/api') || request.url.startsWith('/assets/')
