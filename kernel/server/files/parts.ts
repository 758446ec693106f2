import { createWriteStream } from 'node:fs'
import { open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Db } from '../context.ts'
import { settleFile } from './durable.ts'
import { checkContent, checkName, fileRefusal, HEAD_BYTES, VIDEO_EXTENSIONS } from './kinds.ts'
import { withoutPlace } from './pictures.ts'
import { contentOf, type Received } from './receive.ts'
import type { FileStore } from './store.ts'

export const PART_MB = 8
const MB = 1024 * 1024
const VIDEO_MB = 500

/** A chunked upload in progress. */
export interface PartUpload {
  id: string
  name: string
  size: number
  received: number
  bizType: string | null
  field: string | null
}
const gone = (): Refusal => new Refusal(404, [{ rule: 'file.uploadGone', text: '这次上传已不存在，请重新上传' }])
const elsewhere = ({ received }: PartUpload): Refusal => new Refusal(409, [{ rule: 'file.partOffset', text: '应从第 {received} 字节继续上传', values: { received } }], { received })
const pathOf = (store: FileStore, id: string): string => join(store.tmp, `part-${id}`)

/** Begins a chunked upload: name and size are validated before any bytes are sent. */
export async function beginParts(db: Db, store: FileStore, file: { name: string; size: number; bizType: string | null; field: string | null; maxMb: number }): Promise<PartUpload> {
  const ext = checkName(file.name)
  const max = VIDEO_EXTENSIONS.includes(ext) ? Math.max(VIDEO_MB, file.maxMb) : file.maxMb
  if (file.size > max * MB) throw fileRefusal('tooLarge', { name: file.name, max })
  if (file.size < 1) throw fileRefusal('empty', { name: file.name })
  const rows = await db.query<{ id: string }>(
    sql`insert into part_upload (tenant_id, user_id, name, size, biz_type, field) values (${db.me.tenantId}, ${db.me.userId}, ${file.name}, ${file.size}, ${file.bizType}, ${file.field}) returning id`,
  )
  const id = rows[0]?.id as string
  await (await open(pathOf(store, id), 'w', 0o600)).close()
  return { id, received: 0, ...file }
}
/** An unfinished chunked upload of the caller. */
export async function partsOf(db: Db, id: string): Promise<PartUpload> {
  const rows = await db.query<PartUpload>(
    sql`select id, name, size, received, biz_type as "bizType", field from part_upload where tenant_id = ${db.me.tenantId} and id = ${id} and user_id = ${db.me.userId}`,
  )
  if (!rows[0]) throw gone()
  return rows[0]
}
/** Appends the part starting at `offset`. On a mismatch with what was received, the refusal contains the offset to resume at. */
export async function takePart(db: Db, store: FileStore, id: string, offset: number, part: Readable): Promise<number> {
  const upload = await partsOf(db, id)
  if (offset !== upload.received) {
    part.resume()
    throw elsewhere(upload)
  }
  const path = pathOf(store, id)
  // discard bytes of an interrupted part beyond the confirmed offset
  await truncate(path, offset).catch(() => {
    throw gone()
  })
  let size = 0
  part.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (offset + size > upload.size || size > PART_MB * MB) part.destroy(fileRefusal('tooLarge', { name: upload.name, max: PART_MB }))
  })
  await pipeline(part, createWriteStream(path, { flags: 'r+', start: offset }))
  // fsync before the offset is confirmed: a client resuming there relies on everything before it
  await settleFile(path)
  const rows = await db.query<{ received: number }>(
    sql`update part_upload set received = received + ${size}, touched_at = now() where tenant_id = ${db.me.tenantId} and id = ${id} and received = ${offset} returning received`,
  )
  if (!rows[0]) throw elsewhere(await partsOf(db, id))
  return rows[0].received
}
/** Assembles the file once all parts have arrived. */
export async function finishParts(db: Db, store: FileStore, id: string): Promise<Received> {
  const upload = await partsOf(db, id)
  if (upload.received < upload.size)
    throw new Refusal(422, [{ rule: 'file.partsMissing', text: '还差 {missing} 字节，请继续上传', values: { missing: upload.size - upload.received } }], {
      received: upload.received,
    })
  const path = pathOf(store, id)
  const discard = async (): Promise<void> => {
    await rm(path, { force: true })
    await db.query(sql`delete from part_upload where tenant_id = ${db.me.tenantId} and id = ${id}`)
  }
  try {
    const ext = checkName(upload.name)
    checkContent(upload.name, ext, await headOf(path))
    await withoutPlace(path, ext)
    return { name: upload.name, ext, path, ...(await contentOf(path)), discard }
  } catch (error) {
    await discard()
    throw error
  }
}
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
/** Deletes uploads without activity for a day. */
export async function dropParts(db: Db, store: FileStore): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`delete from part_upload where tenant_id = ${db.me.tenantId} and touched_at < now() - interval '24 hours' returning id`)
  for (const { id } of rows) await rm(pathOf(store, id), { force: true })
}
