import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { entityNamed, hasEntity, hasExtension, isUuid, Refusal } from '#model'
import { systemGate } from '../access/calls.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { forEachTenant } from '../data/each-tenant.ts'
import type { Gate } from '../data/gate.ts'
import { notFound } from '../data/rows.ts'
import { type Attachment, eraseFiles, findAttachment, keep, mayRead } from '../files/attachments.ts'
import { fileRefusal, isInline, noPreview } from '../files/kinds.ts'
import { isPicture, THUMB_SIZES, type ThumbSize, thumbOf } from '../files/pictures.ts'
import type { Received } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { isTicket, makeTicket, readTicket, TICKET_KEY, TICKET_SECONDS } from '../files/tickets.ts'
import { takeUpload } from '../files/upload.ts'
import { type Authenticate, contextOf } from '../http/app.ts'
import { type CallAnswer, callRoute } from '../http/call-route.ts'
import { needFirst } from '../http/guard.ts'
import { param } from '../params/params.ts'
import type { Query } from '../records/query.ts'
import { audit } from '../records/verbs.ts'
import { isPrinted, printedOf } from './office.ts'
import { partRoutes } from './part-routes.ts'
import { apart, markOf } from './preview.ts'
import { previewFile } from './preview-file.ts'

export interface FileDeps {
  core: Core
  store: FileStore
  authenticate: Authenticate
}
export const TAG = '文件'
export const AT = '/api/oss/oss/endpoint'
export const both = (url: string): string[] => [url, url.replace('/api/oss/', '/api/resource/')]

/** Service `oss`: the customer's file API, plus upload and tickets. Also available as `resource`. */
export function fileRoutes(app: FastifyInstance, deps: FileDeps): void {
  const { core, store } = deps
  const own = (method: 'GET' | 'POST', path: string, summary: string, answer: CallAnswer): void =>
    callRoute(app, core, { method, url: both(`${AT}/${path}`), permission: 'signedIn', tag: TAG, summary }, answer)
  own('POST', 'put-file', '上传文件', (ctx, request) => putFile(deps, ctx, request))
  own('POST', 'remove-file', '删除未使用的上传', (ctx, request) => removeFile(deps, ctx, request.body))
  own('GET', 'ticket', '文件票据', async (ctx, request) => {
    const file = await readable(ctx, fileIdOf(request))
    return { ticket: makeTicket(core.key(TICKET_KEY), { tenantId: ctx.me.tenantId, userId: ctx.me.userId, fileId: file.id }), expiresIn: TICKET_SECONDS }
  })
  own('GET', 'preview-file', '预览文件', async (ctx, request) => previewFile(ctx, store, await readable(ctx, fileIdOf(request))))
  partRoutes(app, deps)
  const tags = [TAG]
  const open = 'the link carries its own token or ticket, checked by the handler'
  for (const url of both(`${AT}/link-file`))
    app.route({
      method: 'GET',
      url,
      config: { open },
      schema: { tags, summary: '查看文件' },
      handler: async (request, reply) => send(deps, reply, await linked(deps, request), lookOf(request)),
    })
  for (const url of [...both(`${AT}/download-file`), ...both('/api/oss/download-file')]) {
    app.route({
      method: 'GET',
      url,
      config: { open },
      schema: { tags, summary: '下载文件' },
      handler: async (request, reply) => send(deps, reply, await linked(deps, request)),
    })
  }
  for (const url of both('/api/oss/openApi/public/link-file')) {
    app.route({
      method: 'GET',
      url,
      config: { open: 'serves only files marked public' },
      schema: { tags, summary: '公开文件' },
      handler: async (request, reply) => {
        const shown = await publicFile(core, fileIdOf(request))
        const look = { ...lookOf(request), asPdf: false }
        // a file never changes but may be hidden again: browsers keep it and ask each time whether they may show it
        const etag = `"${shown.file.id}-${look.size ?? 'whole'}"`
        reply.headers({ etag, 'cache-control': 'public, no-cache' })
        return request.headers['if-none-match'] === etag ? reply.code(304).send() : send(deps, reply, shown, look)
      },
    })
  }
}
async function putFile({ core, store }: FileDeps, ctx: KernelCtx, request: FastifyRequest): Promise<Record<string, unknown>> {
  const maxMb = await param<number>(core, ctx.me.tenantId, 'file', 'maxMb')
  const { file, fields } = await takeUpload(request, { tmp: store.tmp, maxMb })
  return accept(ctx, store, file, { bizType: fields.bizType ?? null, field: fields.field ?? null })
}
/** Stores a received file for its field; refuses a kind the field does not allow. */
export async function accept(ctx: KernelCtx, store: FileStore, file: Received, of: { bizType: string | null; field: string | null }): Promise<Record<string, unknown>> {
  const bizType = of.bizType && hasEntity(of.bizType) ? of.bizType : null
  const allowed = bizType ? entityNamed(bizType).fields[of.field ?? '']?.options.types : undefined
  if (allowed && !hasExtension(file.name, allowed)) {
    await file.discard()
    throw fileRefusal('type', { ext: file.ext, allowed: allowed.join('、') })
  }
  const stored = await keepWithinDay(ctx, store, file, { bizType, field: of.field?.slice(0, 60) ?? null })
  return {
    fileId: stored.id,
    bucketName: stored.bucketName,
    name: stored.name,
    ext: stored.ext,
    size: stored.size,
    link: `/api/flySource-oss/oss/endpoint/link-file?fileId=${stored.id}&bucketName=${stored.bucketName}`,
  }
}
/** Stores it within the owner's quota for the last 24 hours. Uploads of one person are serialised by a lock, so that concurrent ones count. */
const keepWithinDay = (ctx: KernelCtx, store: FileStore, file: Received, of: { bizType: string | null; field: string | null }): Promise<Attachment> =>
  ctx.db.tx(async db => {
    const most = await param<number>(ctx.core, ctx.me.tenantId, 'file', 'mbPerDay')
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ctx.me.userId}`}, 0))`)
    const [used] = await db.query<{ bytes: number }>(sql`select coalesce(sum(size), 0)::float8 as bytes from attachment
      where tenant_id = ${ctx.me.tenantId} and owner_id is not distinct from ${ctx.me.userId || null}::uuid and created_at > now() - interval '24 hours'`)
    if ((used?.bytes ?? 0) + file.size <= most * MB) return keep(db, store, file, of)
    await file.discard()
    throw fileRefusal('dayFull', { most })
  })
const MB = 1024 ** 2
/** Deletes an upload not yet attached to a row. */
async function removeFile({ store }: FileDeps, ctx: KernelCtx, body: unknown): Promise<boolean> {
  const id = (body as { fileId?: unknown } | null)?.fileId
  const file = typeof id === 'string' && isUuid(id) ? await findAttachment(ctx.db, id) : undefined
  if (!file || file.ownerId !== ctx.me.userId || file.bizId) throw notFound()
  await eraseFiles(ctx.db, store, [file.id])
  return true
}
function fileIdOf(request: FastifyRequest): string {
  const id = (request.query as Query).fileId
  if (typeof id !== 'string' || !isUuid(id)) throw notFound()
  return id
}
/** The file, if the caller may read its row; denied access to a sensitive file is audited. */
async function readable(ctx: KernelCtx, id: string): Promise<Attachment> {
  const file = await findAttachment(ctx.db, id)
  const allowed = file && (await mayRead(ctx.db, file))
  if (file && (!allowed || file.sensitivity === 'S2')) await audit(ctx, allowed ? 'readFile' : 'readFileRefused', file.bizType, file.bizId, { fileId: file.id, name: file.name })
  if (!file || !allowed) throw notFound()
  return file
}
/** A file to send, the gate of its tenant and the receiving account. */
interface Linked {
  file: Attachment
  db: Gate
  reader: string
}
/** Form in which a file is sent: original, thumbnail, or PDF conversion. */
interface Look {
  size: ThumbSize | undefined
  asPdf: boolean
}
const lookOf = ({ query }: FastifyRequest): Look => ({ size: THUMB_SIZES.find(size => String(size) === (query as Query).size), asPdf: (query as Query).as === 'pdf' })
/** Authenticates a download: token in the header, or token or ticket in the URL. A ticket was issued after the access check, at most a minute ago. */
async function linked({ core, authenticate }: FileDeps, request: FastifyRequest): Promise<Linked> {
  const id = fileIdOf(request)
  const query = request.query as Query
  const given = [query.ticket, query['FlySource-Auth'], query['flysource-auth']].find((t): t is string => typeof t === 'string') ?? ''
  if (isTicket(given)) {
    const ticket = readTicket(core.key(TICKET_KEY), given, id)
    const db = ticket && systemGate(core, ticket.tenantId, 'file')
    const file = db && (await findAttachment(db, id))
    if (!db || !file || file.scanState === 'blocked') throw notFound()
    const [account] = await db.query<{ no: string }>(sql`select account_no as no from sys_user where tenant_id = ${db.me.tenantId} and id = ${ticket.userId}`)
    return { file, db, reader: account?.no ?? '' }
  }
  if (given && !request.headers['flysource-auth']) request.headers['flysource-auth'] = `bearer ${given.replace(/^bearer\s+/i, '')}`
  const caller = await authenticate(request)
  if (!caller) throw new Refusal(401, [])
  if (caller.need) throw needFirst(caller.need)
  request.caller = caller
  const ctx = await contextOf(core, request, '')
  return { file: await readable(ctx, id), db: ctx.db, reader: ctx.me.accountNo }
}
/** A public file's URL does not name the tenant: one statement looks in all of them. */
async function publicFile(core: Core, id: string): Promise<Linked> {
  const [tenantId] = await forEachTenant<string>(core, "select to_jsonb(tenant_id) from attachment where tenant_id = $1 and id = ($2 ->> 'id')::uuid and is_public", { id })
  const db = tenantId === undefined ? undefined : systemGate(core, tenantId, 'file')
  const file = await (db && findAttachment(db, id))
  if (!db || !file?.isPublic || file.scanState === 'blocked') throw notFound()
  return { file, db, reader: '' }
}
/** Only pictures and PDFs are sent inline, with a CSP sandbox; everything else as attachment. A sensitive PDF is watermarked. */
async function send({ core, store }: FileDeps, reply: FastifyReply, { file, db, reader }: Linked, look?: Look): Promise<FastifyReply> {
  const printed = look?.asPdf && isPrinted(file.ext)
  const inline = look && (printed || isInline(file.ext))
  reply
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(printed ? `${file.name}.pdf` : file.name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
    .header('x-content-type-options', 'nosniff')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
  if (inline && look.size && isPicture(file.ext)) return reply.type('image/webp').send(createReadStream(await thumbOf(db, store, file, look.size)))
  const isMarked = file.sensitivity === 'S2' && (printed || (inline && file.ext === 'pdf'))
  if (printed || isMarked) {
    const pdf = await buffer(printed ? createReadStream(await printedOf(db, store, file)) : await store.open(db, file))
    return reply.type('application/pdf').send(isMarked ? await marked(core, pdf, reader) : pdf)
  }
  if (!look) await db.query(sql`update attachment set downloads = downloads + 1 where tenant_id = ${db.me.tenantId} and id = ${file.id}`)
  return reply
    .type(file.type)
    .header('content-length', String(file.size))
    .send(await store.open(db, file))
}
/** A PDF that cannot be watermarked is refused. */
async function marked(core: Core, pdf: Buffer, reader: string): Promise<Buffer> {
  try {
    return Buffer.from(await apart<Uint8Array>({ kind: 'mark', pdf, words: markOf(reader) }))
  } catch (error) {
    core.log.warn({ err: error }, 'a sensitive PDF could not be marked')
    throw noPreview()
  }
}
