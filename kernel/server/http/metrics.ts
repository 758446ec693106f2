import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Core } from '../data/core.ts'
import type { Turns } from './turns.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What a process tells Prometheus. */
export interface Metrics {
  type: string
  text(): Promise<string>
}
/** Requests by route and answer, connections, requests that wait, and what Node tells of itself. Routes are those of the program, never addresses as they came: their number is bounded, and nothing personal stands in them. */
export function metricsOf(app: FastifyInstance, core: Core, turns: Turns): Metrics {
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
    requests.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
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
  gauge('qinglan_database_connections', 'Connections to the database', () => core.pool.totalCount)
  gauge('qinglan_database_connections_idle', 'Connections nobody uses', () => core.pool.idleCount)
  gauge('qinglan_database_waiting', 'Requests that wait for a connection', () => core.pool.waitingCount)
  gauge('qinglan_requests_waiting', 'Requests that wait for their turn', () => turns.waiting)
  return { type: register.contentType, text: () => register.metrics() }
}
