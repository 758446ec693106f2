import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type CallLimit, Refusal } from '#model'
import { schoolMs } from '#model/school-time.ts'
import { gateFor } from '../access/calls.ts'
import { inTrace } from '../base/trace.ts'
import type { Lang, Need, Principal } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { isStorable, unstorable } from '../data/storable.ts'
import { languageOf } from '../i18n/translate.ts'
import { parseQuery, type Query } from '../records/query.ts'
import { PACE, type Pace, paceBodies } from './body-pace.ts'
import { clientError } from './client-error.ts'
import { asRefusal, refused } from './envelope.ts'
import type { FairScheduler } from './fair-scheduler.ts'
import { callerOf, guard, limitCalls } from './guard.ts'
import type { InputSchema } from './openapi.ts'
import { hasFreeParts, refuseUndeclared, routeOf } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import type { AnswerSchema } from './serialise.ts'
import { serialisers } from './strict-answers.ts'
import { traceIdOf } from './trace.ts'

export interface Caller {
  principal: Principal
  /** Step required before any other call. */
  need: Need | undefined
  token: string
}
declare module 'fastify' {
  interface FastifyRequest {
    lang: Lang
    caller: Caller | undefined
    /** Query of a `secretQuery` route, removed from the URL before anything could log it. */
    tokenParams: Query | undefined
  }
  /** Texts for the API documentation. */
  interface FastifySchema {
    tags?: string[]
    summary?: string
    /** JSON schema of the input, built when the API document is requested; not used for validation. */
    input?: () => InputSchema
  }
  interface FastifyContextConfig {
    /** Reason why no sign-in is required. */
    open?: string
    /** Permission the caller must hold; `signedIn` for anybody signed in. */
    permission?: string
    /** Callable while a required step is pending (see `Need`). */
    allowWhileRestricted?: boolean
    /** Deprecated since this day (`2026-09-01`). */
    deprecatedAt?: string | undefined
    /** Rate limit, checked before the body is read; beyond it 429. Open routes without one have a default (see guard.ts). */
    limit?: CallLimit
    /** The query may contain passwords: it is moved to `tokenParams` and removed from the URL. */
    secretQuery?: boolean
  }
}
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>
const FAULT = Symbol('what is wrong with the query')
/** A throwing parser would answer 500; the error is kept for the first hook instead. */
function parsedOrFault(text: string): Record<string | symbol, unknown> {
  try {
    return parseQuery(text)
  } catch (error) {
    return { [FAULT]: error }
  }
}
/** `/api/flySource-base/x`, `/api/base-resource/x` and `/api/base/x` are one address. */
export const rewrite = (url: string): string => url.replace(/^\/api\/(?:flySource-)?([A-Za-z]+?)(?:-resource)?(?=[/?]|$)/, '/api/$1')
export interface AppOptions {
  trustProxy?: string[]
  authenticate: Authenticate
  scheduler: FairScheduler
  secure?: boolean
  /** Minimum transfer rate of request bodies. */
  bodyPace?: Pace
  /** Multiplies the rate limits of routes; default 1. */
  limitFactor?: number
  /** Tests: a response that deviates from its route's declaration fails the call. */
  strictAnswers?: boolean
}
const HEADERS_MS = 15_000
const CHECK_MS = 5_000
export function createApp(core: Core, options: AppOptions): FastifyInstance {
  const headers = securityHeaders(options.secure ?? false)
  const write = serialisers(options.strictAnswers ?? false)
  const app = Fastify({
    // Plugins log the objects they are given, and request headers contain the token.
    loggerInstance: core.log.child({}, { redact: ['headers', '*.headers'] }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 620_000,
    connectionTimeout: 0,
    // headers must arrive at once; bodies keep a minimum rate (`paceBodies`), and only uploads need the whole request timeout
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    keepAliveTimeout: 72_000,
    bodyLimit: 1_048_576,
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent),
    routerOptions: { querystringParser: text => parsedOrFault(text), ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: raw => rewrite(raw.url ?? '/'),
    exposeHeadRoutes: false,
    // a URL that cannot be decoded, or has an overlong segment, reaches no hook
    frameworkErrors: (_error, request, reply) => {
      request.lang = languageOf(request.headers['accept-language'])
      return fail(core, noSuchAddress(), request, reply.headers(headers.answer))
    },
    clientErrorHandler: clientError(headers.answer),
    schemaController: {
      compilersFactory: {
        buildValidator: () => checksNothing,
        buildSerializer:
          () =>
          ({ schema, method, url }) =>
            write(schema as AnswerSchema, `${method} ${url}`),
      },
    },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('lang', 'zh-cn')
  app.decorateRequest('caller', undefined)
  app.decorateRequest('application', undefined)
  app.decorateRequest('tokenParams', undefined)
  app.decorateRequest('matched', undefined)
  app.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 1, fields: 20, fieldSize: 100_000 }, throwFileSizeLimit: true })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    parseJson(request, text, (error, body) => done(error ?? (isStorable(body) ? null : unstorable()), body)),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) => {
    try {
      done(null, parseQuery(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  paceBodies(app, options.bodyPace ?? PACE)
  // restore the trace: the events of a received body and a sent response run in the context of the connection, which serves many requests
  for (const name of ['onRequest', 'preValidation', 'onResponse'] as const)
    app.addHook(name, (request: FastifyRequest, _reply: FastifyReply, done: () => void) => inTrace(request.id, done))
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = routeOf(request)
    reply.headers(isAnswer(url) ? headers.answer : headers.document)
    const { deprecatedAt, secretQuery } = config
    if (deprecatedAt) reply.header('deprecation', `@${schoolMs(deprecatedAt) / 1000}`) // RFC 9745
    request.lang = languageOf(request.headers['accept-language'])
    const { [FAULT]: fault } = request.query as { [FAULT]?: unknown }
    if (fault) throw fault
    if (hasFreeParts(request) && !isStorable(request.params)) throw unstorable()
    if (secretQuery) takeQuery(request)
  })
  app.addHook('onRequest', limitCalls(options.limitFactor ?? 1))
  refuseUndeclared(app)
  app.addHook('preHandler', guard(options.authenticate, options.scheduler))
  app.setErrorHandler((error, request, reply) => fail(core, error, request, reply.headers(headers.answer)))
  app.setNotFoundHandler((request, reply) => fail(core, noSuchAddress(), request, reply.headers(headers.answer)))
  return app
}
/** Input is validated against declared fields; Fastify's validator and its library are never loaded. */
const checksNothing = (): never => {
  throw new Error('the schema of a route checks no input: declare fields instead')
}
const noSuchAddress = (): Refusal => new Refusal(404, [{ rule: 'http.noSuchAddress', text: '没有这个地址' }])
/** Removes the query from every place that could be logged or passed on. */
function takeQuery(request: FastifyRequest): void {
  const raw = request.raw as typeof request.raw & { originalUrl?: string }
  request.tokenParams = request.query as Query
  request.query = {}
  raw.url = raw.originalUrl = raw.url?.split('?')[0] ?? '/'
}
/** API responses (except the documentation page), assets and unmatched routes: no browser shows them as a document. */
const isAnswer = (url: string | undefined): boolean => !url || (url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/assets/')
export function fail(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  // malformed requests are not logged: parser messages quote part of the input
  if (refusal.code === 500 || (refusal.code === 503 && error !== refusal))
    core.log[refusal.code === 500 ? 'error' : 'warn']({ err: error, traceId: request.id, route: routeOf(request).url }, 'request failed')
  const { status, body } = refused(refusal, request.id, request.lang)
  const retry = (refusal.data as { retryAfter?: number } | null)?.retryAfter
  if (retry) reply.header('retry-after', String(retry))
  return reply.status(status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(body)
}
/** The context of a signed-in call. */
export async function contextOf(core: Core, request: FastifyRequest, permission: string): Promise<KernelCtx> {
  const caller = callerOf(request)
  const db = await gateFor(core, caller.principal, { permission, source: 'web', ip: request.ip, traceId: request.id })
  return { core, db, me: caller.principal, lang: request.lang, ip: request.ip, traceId: request.id }
}
