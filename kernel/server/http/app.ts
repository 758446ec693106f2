import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController, type preHandlerHookHandler } from 'fastify'
import { Refusal } from '#model'
import { gateFor } from '../access/calls.ts'
import type { Lang, Principal } from '../context.ts'
import type { Core } from '../data/core.ts'
import type { Need } from '../identity/deps.ts'
import type { KernelCtx } from '../records.ts'
import { inTrace } from '../trace.ts'
import { asRefusal, refused } from './envelope.ts'
import { languageOf } from './language.ts'
import type { InputSchema } from './openapi.ts'
import { parseQuery, type Query } from './query.ts'
import { securityHeaders } from './security-headers.ts'
import { type AnswerSchema, serialiser } from './serialise.ts'
import { traceIdOf } from './trace.ts'
import type { Turns } from './turns.ts'

export interface Caller {
  principal: Principal
  /** What comes before anything else. */
  need: Need | undefined
  token: string
}
declare module 'fastify' {
  interface FastifyRequest {
    lang: Lang
    caller: Caller | undefined
    /** Parameters of the token call, taken out of the address before anything could log them. */
    tokenParams: Query | undefined
  }
  /** Words for the documentation page. */
  interface FastifySchema {
    tags?: string[]
    summary?: string
    /** JSON schema of what is handed in, made when somebody reads the contract; nothing is checked by it. */
    input?: () => InputSchema
  }
  interface FastifyContextConfig {
    /** Why everybody may call it. */
    open?: string
    /** Permission the caller must hold; `signedIn` for anybody signed in. */
    permission?: string
    /** Answers while something else must still be done first. */
    whileRestricted?: boolean
    /** Since when callers should use something else (`2026-09-01`). */
    deprecatedAt?: string | undefined
  }
}
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>
const TOKEN_PARAMS = Symbol('token parameters')
type Raw = { url?: string; [TOKEN_PARAMS]?: string }

const FAULT = Symbol('what is wrong with the query')
/** A parser that throws would answer 500; the fault waits for the first hook instead. */
function parsedOrFault(text: string): Record<string | symbol, unknown> {
  try {
    return parseQuery(text)
  } catch (error) {
    return { [FAULT]: error }
  }
}
/** `/api/flySource-base/x`, `/api/base-resource/x` and `/api/base/x` are one address; the token call's query never gets further than here. */
export function rewrite(raw: Raw): string {
  const url = (raw.url ?? '/').replace(/^\/api\/(?:flySource-)?([A-Za-z]+?)(?:-resource)?(?=[/?]|$)/, '/api/$1')
  const mark = url.indexOf('?')
  if (!url.startsWith('/api/auth/oauth/token') || mark < 0) return url
  raw[TOKEN_PARAMS] = url.slice(mark + 1)
  raw.url = '/api/auth/oauth/token'
  return raw.url
}
export function createApp(core: Core, options: { trustProxy?: string[]; authenticate: Authenticate; turns: Turns; secure?: boolean }): FastifyInstance {
  const app = Fastify({
    // Plugins write down what they are given, and the headers of a request carry its token.
    loggerInstance: core.log.child({}, { redact: ['headers', '*.headers'] }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 620_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    bodyLimit: 1_048_576,
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent),
    routerOptions: { querystringParser: text => parsedOrFault(text), ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: raw => rewrite(raw as Raw),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  app.setSerializerCompiler(({ schema }) => serialiser(schema as AnswerSchema))
  app.decorateRequest('lang', 'zh-cn')
  app.decorateRequest('caller', undefined)
  app.decorateRequest('application', undefined)
  app.decorateRequest('tokenParams', undefined)
  app.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 1, fields: 20, fieldSize: 100_000 }, throwFileSizeLimit: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) => {
    try {
      done(null, parseQuery(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  // a body that comes in, and an answer that goes out, are heard of by the connection, which serves many requests
  for (const name of ['onRequest', 'preValidation', 'onResponse'] as const)
    app.addHook(name, (request: FastifyRequest, _reply: FastifyReply, done: () => void) => inTrace(request.id, done))
  const headers = securityHeaders(options.secure ?? false)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isAnswer(request.url) ? headers.answer : headers.document)
    const { deprecatedAt } = request.routeOptions.config
    if (deprecatedAt) reply.header('deprecation', `@${Date.parse(`${deprecatedAt}T00:00:00+08:00`) / 1000}`) // RFC 9745
    request.lang = languageOf(request.headers['accept-language'])
    const { [FAULT]: fault } = request.query as { [FAULT]?: unknown }
    if (fault) throw fault
    const params = (request.raw as Raw)[TOKEN_PARAMS]
    if (params !== undefined) request.tokenParams = parseQuery(params)
  })
  app.addHook('onRoute', route => {
    if (!route.url.startsWith('/api') || route.method === 'HEAD') return
    const { open, permission } = route.config ?? {}
    if (!open && !permission) throw new Error(`${route.method} ${route.url} declares neither a permission nor a reason to be open`)
  })
  app.addHook('preHandler', guard(options.authenticate, options.turns))
  app.setErrorHandler((error, request, reply) => fail(core, error, request, reply))
  app.setNotFoundHandler((request, reply) => fail(core, new Refusal(404, [{ rule: 'http.noSuchAddress', text: '没有这个地址' }]), request, reply))
  return app
}
/** Everything of the API but its documentation page, and what pages are built of: no browser shows it as a page. */
const isAnswer = (url: string): boolean => (url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/assets/')
const guard =
  (authenticate: Authenticate, turns: Turns): preHandlerHookHandler =>
  async (request, reply) => {
    const { open, permission, whileRestricted } = request.routeOptions.config
    if (open || !request.url.startsWith('/api')) return
    const caller = await authenticate(request)
    if (!caller) throw new Refusal(401, [])
    request.caller = caller
    if (caller.need && !whileRestricted) throw first(caller.need)
    if (permission && permission !== 'signedIn' && !caller.principal.permissions.has(permission))
      throw new Refusal(403, [{ rule: 'access.noPermission', text: '没有这项操作的权限' }])
    const leave = await turns.enter(caller.principal.tenantId)
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }
const first = (need: Need): Refusal =>
  need === 'password'
    ? new Refusal(428, [{ rule: 'session.passwordFirst', text: '请先修改初始密码' }], { need })
    : new Refusal(428, [{ rule: 'session.privacyFirst', text: '请先阅读并同意隐私政策' }], { need })
export function fail(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  // what a stranger wrote badly is not ours to keep: the words of a parser repeat some of it
  if (refusal.code === 500 || (refusal.code === 503 && error !== refusal))
    core.log[refusal.code === 500 ? 'error' : 'warn']({ err: error, traceId: request.id, route: request.routeOptions.url }, 'request failed')
  const { status, body } = refused(refusal, request.id, request.lang)
  const retry = (refusal.data as { retryAfter?: number } | null)?.retryAfter
  if (retry) reply.header('retry-after', String(retry))
  return reply.status(status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(body)
}
/** The context of a signed-in call. */
export async function contextOf(core: Core, request: FastifyRequest, permission: string): Promise<KernelCtx> {
  const caller = request.caller
  if (!caller) throw new Refusal(401, [])
  const db = await gateFor(core, caller.principal, { permission, source: 'web', ip: request.ip, traceId: request.id })
  return { core, db, me: caller.principal, lang: request.lang, ip: request.ip, traceId: request.id }
}
