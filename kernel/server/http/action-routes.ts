import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseFields } from '#fields/parse.ts'
import { type Action, entityNamed, type Fields, hasEntity, isField, type Module, Refusal, refusalOf } from '#model'
import { sanitiseFields } from '#model/rich.ts'
import { systemGate } from '../access/calls.ts'
import { PLATFORM_CODE, platformGate } from '../access/platform-tenant.ts'
import type { ActionCtx, Blob, Handler } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { answered } from '../data/present.ts'
import { checkCodes } from '../params/dictionaries.ts'
import { bodyOf, checked, type Query, queryInput } from '../records/query.ts'
import { hiddenAudited } from '../records/verbs.ts'
import { contextOf } from './app.ts'
import type { DeclaredCall } from './call-table.ts'
import { helperCancel } from './cancel.ts'
import { success } from './envelope.ts'
import { once, onceDeferred, onceInParts, unrecorded, unrecordedInParts } from './idempotent.ts'
import { fieldSchema, fieldsSchema, inputSchema } from './schema.ts'
import { piecesFor } from './streamed.ts'

export const addressOf = (module: Module, a: Action): string => `/api/${a.service ?? module.service}/${hasEntity(a.of) ? entityNamed(a.of).wire : a.of}/${a.name}`
/** Resolves the school of an open call: by code, else the only or first one. */
export type TenantOf = (code: string | undefined, host: string) => Promise<string>

/** A declared action as a call; the response contains only the declared shape. */
export function actionCall(core: Core, module: Module, handler: Handler, tenantOf: TenantOf): DeclaredCall {
  const a = handler.action
  const open = typeof a.access === 'object' ? a.access.open : undefined
  const permission = a.access === 'signedIn' ? 'signedIn' : a.permission
  return {
    method: a.method,
    url: addressOf(module, a),
    config: {
      ...(open ? { open } : { permission, allowWhileRestricted: a.allowWhileRestricted }),
      ...(a.realms.length ? { realms: ['admin' as const, ...a.realms] } : {}),
      ...(a.limit === undefined ? {} : { limit: a.limit }),
      deprecatedAt: a.deprecatedAt,
    },
    tag: module.name,
    summary: a.label,
    input: () => inputSchema(a.input, true),
    answer: () => answerSchema(a),
    async handler(request, reply) {
      const ctx = open ? await openContext(core, request, a, tenantOf) : await contextOf(core, request, a.permission)
      if (a.realm === 'platform' && ctx.me.tenantCode !== PLATFORM_CODE) throw new Refusal(403, [{ rule: 'access.platformOnly', text: '只有平台运维可以这样做' }])
      const cancel = a.method === 'POST' ? helperCancel(a, request) : undefined
      if (cancel) return success(await cancel(ctx, (inside, given) => call(handler, inside, given)), request.id, request.lang)
      const input = a.method === 'GET' ? queryInput(inputOf(a, open), request.query as Query) : checked(parseFields(a.input, bodyOf(request.body)))
      const live = a.streams ? piecesFor(core, request, reply) : undefined
      const work = (inside: KernelCtx): Promise<unknown> => call(handler, live ? { ...inside, live } : inside, input)
      if (a.method !== 'GET') {
        await sanitiseFields(a.input, input)
        await checkCodes(ctx.db, a.input, input)
      }
      const run = (): Promise<unknown> => (a.method === 'GET' ? work(ctx) : onceOf(a)(ctx, request, work))
      const answer = await (a.inScope && hasEntity(a.of) ? hiddenAudited(ctx, entityNamed(a.of), a.permission, input.id, run) : run())
      if (isBlob(answer)) return isKnown(request, answer.headers?.etag) ? unchanged(reply, answer.headers) : sendBlob(reply, answer)
      const headers = a.etag ? { etag: etagOf(answer, request.lang), 'cache-control': 'private, no-cache' } : {}
      if (isKnown(request, headers.etag)) return unchanged(reply, headers)
      reply.headers(headers)
      return success(answer ?? null, request.id, request.lang)
    },
  }
}
const onceOf = ({ isWhole, isUnrecorded }: Action) => (isUnrecorded ? (isWhole ? unrecorded : unrecordedInParts) : isWhole === 'late' ? onceDeferred : isWhole ? once : onceInParts)
const etagOf = (answer: unknown, lang: string): string =>
  `"${createHash('sha256')
    .update(lang)
    .update(JSON.stringify(answer) ?? '')
    .digest('base64url')
    .slice(0, 22)}"`
const isKnown = (request: FastifyRequest, etag: string | undefined): boolean => etag !== undefined && request.headers['if-none-match'] === etag
const unchanged = (reply: FastifyReply, headers: Record<string, string> = {}): FastifyReply => reply.headers(headers).code(304).send()
const inputOf = (a: Action, open: string | undefined): Fields => (open && !a.input.tenantId ? { ...a.input, tenantId: TENANT_FIELD } : a.input)
const TENANT_FIELD = { kind: 'text', label: '学校', options: { max: 12 } } as const
/** Runs the handler and masks its result before anything stores or sends it. */
const call = async (handler: Handler, ctx: KernelCtx & Pick<ActionCtx<Action>, 'live'>, input: Record<string, unknown>): Promise<unknown> =>
  answered(handler.action, await handler.run(withRefuse(handler.action, ctx), input))
export const withRefuse = (a: Action, ctx: KernelCtx): ActionCtx<Action> =>
  ({
    ...ctx,
    refuse: (key: string, values, field) => {
      throw refusalOf(a, key, values, field)
    },
  }) as ActionCtx<Action>

function answerSchema(a: Action): Record<string, unknown> {
  // true, or how many and which not
  if (a.name === 'cancel') return {}
  if (a.output === 'none') return { type: 'boolean' }
  if (a.output === 'file') return {}
  const one = isField(a.output) ? fieldSchema(a.output) : { type: 'object', nullable: true, properties: fieldsSchema(a.output) }
  return a.many ? { type: 'array', items: one } : one
}
async function openContext(core: Core, request: FastifyRequest, a: Action, tenantOf: TenantOf): Promise<KernelCtx> {
  if (a.realm === 'platform') {
    const db = await platformGate(core, 'web')
    return { core, db, me: db.me, lang: request.lang, ip: request.ip, traceId: request.id }
  }
  const given = (request.query as Query).tenantId ?? (request.body as { tenantId?: string } | null)?.tenantId ?? request.headers['tenant-id']
  const tenantId = await tenantOf(typeof given === 'string' ? given : undefined, request.host)
  const db = systemGate(core, tenantId, 'web')
  return { core, db, me: db.me, lang: request.lang, ip: request.ip, traceId: request.id }
}
const isBlob = (answer: unknown): answer is Blob => typeof answer === 'object' && answer !== null && 'blob' in answer
const sendBlob = (reply: FastifyReply, answer: Blob): FastifyReply =>
  reply
    .headers(answer.headers ?? {})
    .type(answer.type)
    .send(answer.blob)
