import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid, Refusal } from '#model'
import { beginParts, finishParts, PART_MB, partsOf, takePart } from '../files/parts.ts'
import { callRoute } from '../http/call-route.ts'
import { param } from '../params/params.ts'
import type { Query } from '../records/query.ts'
import { AT, accept, both, type FileDeps, TAG } from './routes.ts'

const PART_BYTES = PART_MB * 1024 * 1024

/** Chunked upload: begin, send parts, query the offset to resume at, finish. */
export function partRoutes(app: FastifyInstance, { core, store }: FileDeps): void {
  const call = (method: 'GET' | 'POST', path: string, summary: string) => ({ method, url: both(`${AT}/${path}`), permission: 'signedIn', tag: TAG, summary })
  // A part's body is raw bytes; only this route accepts them.
  app.register(async parts => {
    parts.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    callRoute(parts, core, { ...call('POST', 'put-part', '上传分片'), bodyLimit: PART_BYTES + 1 }, async ({ db }, request) => ({
      received: await takePart(db, store, idOf(request), Number((request.query as Query).offset), bodyOf(request)),
    }))
  })
  callRoute(app, core, call('POST', 'begin-parts', '开始分片上传'), async ({ db, me }, request) => {
    const maxMb = await param<number>(core, me.tenantId, 'file', 'maxMb')
    const made = await beginParts(db, store, { ...orderOf(request.body), maxMb })
    return { uploadId: made.id, partSize: PART_BYTES }
  })
  callRoute(app, core, call('GET', 'parts', '分片上传进度'), async ({ db }, request) => {
    const { received, size } = await partsOf(db, idOf(request))
    return { received, size }
  })
  callRoute(app, core, call('POST', 'finish-parts', '完成分片上传'), async (ctx, request) => {
    const id = (request.body as { uploadId?: unknown } | null)?.uploadId
    if (typeof id !== 'string' || !isUuid(id)) throw bad('uploadId')
    const { bizType, field } = await partsOf(ctx.db, id)
    return accept(ctx, store, await finishParts(ctx.db, store, id), { bizType, field })
  })
}
const bad = (field: string): Refusal => new Refusal(400, [{ field, rule: 'value.required', text: '请填写{label}', values: { label: field } }])
function idOf(request: FastifyRequest): string {
  const id = (request.query as Query).uploadId
  if (typeof id !== 'string' || !isUuid(id)) throw bad('uploadId')
  return id
}
function bodyOf(request: FastifyRequest): Readable {
  const body = request.body as Readable | null
  if (!body || typeof body.pipe !== 'function') throw bad('body')
  return body
}
const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value.slice(0, 300) : null)
function orderOf(body: unknown): { name: string; size: number; bizType: string | null; field: string | null } {
  const { name, size, bizType, field } = (body ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || !name) throw bad('name')
  if (typeof size !== 'number' || !Number.isSafeInteger(size)) throw bad('size')
  return { name, size, bizType: textOf(bizType), field: textOf(field) }
}
