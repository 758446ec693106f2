import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemGate } from '../access/calls.ts'
import { ApiCallLog } from '../api-clients/call-log.ts'
import { writeAudit } from '../audit/audit-line.ts'
import { PendingWork } from '../base/pending-work.ts'
import { RateLimit } from '../base/rate-limit.ts'
import type { Core } from '../data/core.ts'
import { asRefusal } from '../http/envelope.ts'
import { routeOf } from '../http/route.ts'
import { ApiUsageCounter } from './api-usage.ts'
import { noteFault, RELEASE } from './errors.ts'

const FAULTS_A_MINUTE = 60
const DENIALS_A_MINUTE = 20

/** Response hook: usage counters, error log, audit of denied access. It never delays or fails a response. */
export function watch(app: FastifyInstance, core: Core): { settle(): Promise<void>; close(): Promise<void> } {
  const calls = new ApiUsageCounter(core)
  const applications = new ApiCallLog(core)
  const denied = new RateLimit()
  const broken = new RateLimit()
  const pending = new PendingWork()
  const later = (work: Promise<unknown>): void => pending.add(work.catch(error => core.log.warn({ err: error }, 'not logged')))
  app.addHook('onResponse', async (request, reply) => {
    const tenantId = request.caller?.principal.tenantId
    const { url: path } = routeOf(request)
    applications.add(request, reply)
    if (tenantId && path) calls.add(tenantId, request.method, path, reply.elapsedTime, reply.statusCode >= 500)
  })
  app.addHook('onError', async (request, _reply, error) => {
    const { code } = asRefusal(error)
    const who = request.caller?.principal
    if (!who) return
    if (code === 403 && !denied.take(who.userId, DENIALS_A_MINUTE)) later(auditDenial(core, request))
    if (code === 500 && !broken.take(who.tenantId, FAULTS_A_MINUTE)) later(noteServerFault(core, request, error))
  })
  return {
    async settle() {
      await pending.settle()
      await calls.flush()
      await applications.flush()
    },
    async close() {
      await pending.settle()
      await calls.close()
      await applications.close()
    },
  }
}
async function auditDenial(core: Core, request: FastifyRequest): Promise<void> {
  const who = request.caller?.principal
  if (!who) return
  const { url, config } = routeOf(request)
  const detail = { method: request.method, route: url, permission: config.permission, reason: request.application?.reason }
  await writeAudit(systemGate(core, who.tenantId, 'web'), { userId: who.userId, action: 'access.denied', detail, ip: request.ip, traceId: request.id })
}
async function noteServerFault(core: Core, request: FastifyRequest, error: Error): Promise<void> {
  const who = request.caller?.principal
  if (!who) return
  const place = `${request.method} ${routeOf(request).url ?? ''}`
  const fault = { source: 'server', message: error.message, stack: error.stack ?? null, path: place, userId: who.userId, release: RELEASE, traceId: request.id } as const
  await noteFault(systemGate(core, who.tenantId, 'web'), fault)
}
