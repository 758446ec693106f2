import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Core, KernelCtx } from '../data/core.ts'
import { contextOf } from './app.ts'
import { success } from './envelope.ts'

/** Returns data for the envelope, or sends the reply itself. */
export type CallAnswer = (ctx: KernelCtx, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
export interface CallRoute {
  method: 'GET' | 'POST'
  /** Equivalent URLs. */
  url: string | readonly string[]
  permission: string
  tag: string
  summary: string
  /** Bytes. */
  bodyLimit?: number
}
/** Wraps the result in the envelope. */
export const enveloped =
  (core: Core, permission: string, answer: CallAnswer) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const given = await answer(await contextOf(core, request, permission), request, reply)
    return reply.sent ? reply : success(given, request.id, request.lang)
  }
/** Declares a route of the kernel that is neither a record verb nor an action of a module. */
export function callRoute(app: FastifyInstance, core: Core, { method, url, permission, tag, summary, ...rest }: CallRoute, answer: CallAnswer): void {
  for (const at of [url].flat())
    app.route({
      method,
      url: at,
      config: { permission },
      schema: { tags: [tag], summary },
      ...rest,
      handler: enveloped(core, permission, answer),
    })
}
