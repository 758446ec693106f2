import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Core } from '../data/core.ts'
import { countDead } from '../events/outbox.ts'
import type { FairScheduler } from './fair-scheduler.ts'
import { routeOf } from './route.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counting dead events reads every school; scrapes within this interval get the last count. */
const COUNT_DEAD_MS = 10_000

/** Prometheus metrics of a process. */
export interface Metrics {
  type: string
  text(): Promise<string>
}
/** Request times by route and status, connections, queued requests, and Node's default metrics. Labels are declared routes, never raw URLs: bounded in number and without
 *  personal data. */
export function metricsOf(app: FastifyInstance, core: Core, scheduler: FairScheduler): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'qinglan_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.observe({ method: request.method, route: routeOf(request).url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const gauge = (name: string, help: string, collect: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await collect())
      },
    })
  const deadEvents = atMostEvery(COUNT_DEAD_MS, () => countDead(core))
  gauge('qinglan_database_connections', 'Open connections of the pool', () => core.pool.totalCount)
  gauge('qinglan_database_connections_idle', 'Idle connections of the pool', () => core.pool.idleCount)
  gauge('qinglan_database_waiting', 'Queries queued for a connection of the pool', () => core.pool.waitingCount)
  gauge('qinglan_requests_waiting', 'Requests queued by the scheduler', () => scheduler.waiting)
  new Gauge({
    name: 'qinglan_dead_events',
    help: 'Deliveries of events that are no longer retried and wait for an administrator, by event',
    labelNames: ['event'] as const,
    registers: [register],
    async collect() {
      this.reset()
      // a scrape must not fail while the database is down
      for (const { event, n } of await deadEvents().catch(() => [])) this.set({ event }, n)
    },
  })
  return { type: register.contentType, text: () => register.metrics() }
}

/** Memoises a result for `ms`; a failure is not kept. */
function atMostEvery<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    if (last && performance.now() - last.at < ms) return last.result
    const result = work()
    last = { at: performance.now(), result }
    result.catch(() => {
      last = undefined
    })
    return result
  }
}
