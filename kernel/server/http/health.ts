import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Core } from '../data/core.ts'
import type { Metrics } from './metrics.ts'

const OPEN = 'says whether the process runs, nothing else'
const UNLIMITED = Number.POSITIVE_INFINITY
const DATABASE_MS = 2000
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Monitoring: `/healthz` says that the process runs, `/readyz` that it can serve (503 while the database does not answer or the process stops), `/metrics` what it does.
 *  Metrics are for this machine, or, if `METRICS_TOKEN` is set, for that bearer token only. */
export function healthRoutes(app: FastifyInstance, core: Core, metrics: Metrics, token = process.env.METRICS_TOKEN): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.route({ method: ['GET', 'HEAD'], url: '/healthz', config: { open: OPEN, limit: UNLIMITED }, handler: async () => ({ state: 'up' }) })
  app.get('/readyz', { config: { open: OPEN } }, async (_request, reply) => {
    const isReady = !isStopping && (await answers(core))
    return reply.code(isReady ? 200 : 503).send({ state: isReady ? 'ready' : isStopping ? 'stopping' : 'noDatabase' })
  })
  app.get('/metrics', { config: { open: 'figures without anything personal, to this machine or with the token' } }, async (request, reply) => {
    if (!mayRead(request, token)) return reply.code(403).send({ state: 'forbidden' })
    return reply.type(metrics.type).send(await metrics.text())
  })
}
async function answers({ pool }: Core): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(done => {
    timer = setTimeout(() => done(false), DATABASE_MS)
  })
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
/** Headers that proxies add. */
const FORWARDED = /^(?:x-(?:forwarded|original|real|client|cluster|envoy)\b|forwarded$|via$|true-client-ip$|cf-|fastly-|fly-|cdn-loop$)/
/** A proxy on this machine also connects from loopback: forwarded requests are recognised by their headers or an external Host. */
function mayRead({ socket, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token) return same(headers.authorization ?? '', `Bearer ${token}`)
  return LOOPBACK.has(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && !Object.keys(headers).some(name => FORWARDED.test(name))
}
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
