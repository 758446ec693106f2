import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemGate } from '../access/calls.ts'
import { ApplicationBook } from '../applications/book.ts'
import type { Core } from '../data/core.ts'
import { asRefusal } from '../http/envelope.ts'
import { Running } from '../running.ts'
import { writeAudit } from './audit-line.ts'
import { CallBook } from './calls.ts'
import { noteFault, RELEASE } from './errors.ts'
import { PerMinute } from './per-minute.ts'

const FAULTS_A_MINUTE = 60
const DENIALS_A_MINUTE = 20

/** Watches every answer: counts it, keeps faults of the program, and audits who asked for what they may not have. Nothing of it slows or fails an answer. */
export function watch(app: FastifyInstance, core: Core): { settle(): Promise<void>; close(): Promise<void> } {
  const calls = new CallBook(core)
  const applications = new ApplicationBook(core)
  const denied = new PerMinute(DENIALS_A_MINUTE)
  const broken = new PerMinute(FAULTS_A_MINUTE)
  const pending = new Running()
  const later = (work: Promise<unknown>): void => pending.add(work.catch(error => core.log.warn({ err: error }, 'not logged')))
  app.addHook('onResponse', async (request, reply) => {
    const tenantId = request.caller?.principal.tenantId
    const path = request.routeOptions.url
    applications.add(request, reply)
    if (tenantId && path) calls.add(tenantId, request.method, path, reply.elapsedTime, reply.statusCode >= 500)
  })
  app.addHook('onError', async (request, _reply, error) => {
    const { code } = asRefusal(error)
    const who = request.caller?.principal
    if (!who) return
    if (code === 403 && denied.take(who.userId)) later(auditDenial(core, request))
    if (code === 500 && broken.take(who.tenantId)) later(noteServerFault(core, request, error))
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
  const detail = { method: request.method, route: request.routeOptions.url, permission: request.routeOptions.config.permission, reason: request.application?.reason }
  await writeAudit(systemGate(core, who.tenantId, 'web'), { userId: who.userId, action: 'access.denied', detail, ip: request.ip, traceId: request.id })
}
async function noteServerFault(core: Core, request: FastifyRequest, error: Error): Promise<void> {
  const who = request.caller?.principal
  if (!who) return
  const place = `${request.method} ${request.routeOptions.url ?? ''}`
  const fault = { source: 'server', message: error.message, stack: error.stack ?? null, path: place, userId: who.userId, release: RELEASE, traceId: request.id } as const
  await noteFault(systemGate(core, who.tenantId, 'web'), fault)
}
