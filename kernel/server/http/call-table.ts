import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Documented, InputSchema } from './openapi.ts'
import { type DeclaredRoute, routeOf } from './route.ts'
import { envelopeSchema } from './schema.ts'
import type { AnswerSchema } from './serialise.ts'
import { endStream } from './streamed.ts'
import type { MakeSerialiser } from './strict-answers.ts'

/** A call generated from a module's declaration: a record verb, an action, a spreadsheet verb. */
export interface DeclaredCall extends DeclaredRoute {
  method: 'GET' | 'POST'
  tag: string
  summary: string
  /** JSON schema of the input, built when the API document is requested. */
  input?: () => InputSchema
  /** JSON schema of the data in the envelope, built on the first response: undeclared properties are dropped. Without it, data are sent as they are. */
  answer?: () => Record<string, unknown>
  /** Returns the envelope, or the reply if something else was sent. */
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}
/** Every declared call by method and URL. Fastify gets one route per method and number of segments, which looks up the call: thousands of separate routes with schemas would
 *  cost memory and startup time before anybody calls them. */
export class CallTable {
  private readonly calls = new Map<string, DeclaredCall>()
  has(method: string, url: string): boolean {
    return this.calls.has(`${method} ${url}`)
  }
  add(call: DeclaredCall): void {
    const { method, url } = call
    if (this.has(method, url)) throw declaredTwice(method, url)
    this.calls.set(`${method} ${url}`, call)
  }
  /** Registers the lookup routes, and adds each call to the documented routes. Duplicate URLs stop the start, as duplicate routes do. */
  mount(app: FastifyInstance, documented: Documented[], write: MakeSerialiser): void {
    for (const { method, url } of documented) if (this.has(method, url)) throw declaredTwice(method, url)
    for (const call of this.calls.values()) documented.push(documentedCall(call))
    const shapes = Map.groupBy(this.calls.values(), ({ method, url }) => `${method} ${partsOf(url).length}`)
    for (const [first, ...others] of shapes.values()) if (first) app.route(finderOf([first, ...others], write))
  }
}
const declaredTwice = (method: string, url: string): Error => new Error(`${method} ${url} is declared twice`)
/** Segments after `/api`. */
const partsOf = (url: string): string[] => url.split('/').slice(2)
function finderOf(calls: readonly [DeclaredCall, ...DeclaredCall[]], write: MakeSerialiser) {
  const serialisers = new Map<DeclaredCall, ReturnType<MakeSerialiser>>()
  const serialise = (call: DeclaredCall, answer: () => Record<string, unknown>) => {
    const made = serialisers.get(call) ?? write(envelopeSchema(answer()) as AnswerSchema, `${call.method} ${call.url}`)
    serialisers.set(call, made)
    return made
  }
  const [{ method, url }] = calls
  const byUrl = new Map(calls.map(call => [call.url, call]))
  return {
    method,
    url: `/api/${partsOf(url)
      .map((_, at) => `:part${at}`)
      .join('/')}`,
    config: { calls: byUrl },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const call = byUrl.get(routeOf(request).url ?? '')
      if (!call) return reply.callNotFound()
      const text = (answer: unknown): string => (call.answer ? serialise(call, call.answer)(answer as never) : JSON.stringify(answer))
      const answer = await endStream(reply, request, () => call.handler(request, reply), text)
      if (reply.sent) return reply
      if (call.answer) reply.serializer(serialise(call, call.answer)).type('application/json; charset=utf-8')
      return answer
    },
  }
}
const documentedCall = (call: DeclaredCall): Documented => ({
  method: call.method,
  url: call.url,
  tag: call.tag,
  summary: call.summary,
  input: call.input,
  permission: call.config.permission ?? '',
  open: call.config.open ?? '',
  deprecatedAt: call.config.deprecatedAt ?? null,
  get response() {
    return call.answer ? envelopeSchema(call.answer()) : {}
  },
})
