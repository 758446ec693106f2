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
  /** What comes before anything else. */
  need: Need | undefined
  token: string
}
declare module 'fastify' {
  interface FastifyRequest {
    lang: Lang
    caller: Caller | undefined
    /** Query of a route whose query holds secrets, taken out of the address before anything could log it. */
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
    allowWhileRestricted?: boolean
    /** Since when callers should use something else (`2026-09-01`). */
    deprecatedAt?: string | undefined
    /** Counted before the body is read; more calls are answered 429. Open routes without it have a default (see guard.ts). */
    limit?: CallLimit
    /** The query may hold passwords: it is moved to `tokenParams` and the address keeps none. */
    secretQuery?: boolean
  }
}
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>
const FAULT = Symbol('what is wrong with the query')
/** A parser that throws would answer 500; the fault waits for the first hook instead. */
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
  /** How fast bodies have to come in. */
  bodyPace?: Pace
  /** Multiplies the rate limits of routes; 1 unless told otherwise. */
  limitFactor?: number
  /** Tests: an answer that is not what its route declares fails its call. */
  strictAnswers?: boolean
}
const HEADERS_MS = 15_000
const CHECK_MS = 5_000
export function createApp(core: Core, options: AppOptions): FastifyInstance {
  const headers = securityHeaders(options.secure ?? false)
  const write = serialisers(options.strictAnswers ?? false)
  const app = Fastify({
    // Plugins write down what they are given, and the headers of a request carry its token.
    loggerInstance: core.log.child({}, { redact: ['headers', '*.headers'] }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 620_000,
    connectionTimeout: 0,
    // headers come at once; bodies keep a pace (`paceBodies`), and only uploads need as long as a request may take
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    keepAliveTimeout: 72_000,
    bodyLimit: 1_048_576,
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent),
    routerOptions: { querystringParser: text => parsedOrFault(text), ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: raw => rewrite(raw.url ?? '/'),
    exposeHeadRoutes: false,
    // an address that cannot be decoded, or whose parts are too long, reaches no hook
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
  // a body that comes in, and an answer that goes out, are heard of by the connection, which serves many requests
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
/** Input is checked against declared fields. Fastify's own checker, and the library behind it, is never loaded. */
const checksNothing = (): never => {
  throw new Error('the schema of a route checks no input: declare fields instead')
}
const noSuchAddress = (): Refusal => new Refusal(404, [{ rule: 'http.noSuchAddress', text: '没有这个地址' }])
/** Moves the query out of every place that could be logged or handed on. */
function takeQuery(request: FastifyRequest): void {
  const raw = request.raw as typeof request.raw & { originalUrl?: string }
  request.tokenParams = request.query as Query
  request.query = {}
  raw.url = raw.originalUrl = raw.url?.split('?')[0] ?? '/'
}
/** Everything of the API but its documentation page, what pages are built of, and what no route matches: no browser shows it as a page. */
const isAnswer = (url: string | undefined): boolean => !url || (url.startsWith('/api/') && !url.startsWith('/api/docs')) || url.startsWith('/assets/')
export function fail(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  // what a stranger wrote badly is not ours to keep: the words of a parser repeat some of it
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
