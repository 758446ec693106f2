import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import type { PaperSize } from '#model/print-layout.ts'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { findAttachment } from '#server/files/attachments.ts'
import { openStore } from '#server/files/store.ts'
import type { PrintDocument } from '#server/print/document.ts'
import { batchWorkers } from '#server/print/fill.ts'

/** Papers drawn from what is so now: not numbered, kept nowhere. */
export function drawPdf(db: Db, size: PaperSize, title: string, papers: PrintDocument[]): Promise<Buffer> {
  const core = (db as Gate).kernel
  return batchWorkers(core).print({ size, title, papers, watermark: '', fontFolder: join(core.dataDir, 'fonts') })
}
export const schoolName = async (db: Db): Promise<string> =>
  (await db.query<{ name: string }>(sql`select school_name as name from tenant where id = ${db.me.tenantId}`))[0]?.name ?? ''
/** Photo of an applicant whose row the caller may read. */
export async function photoOf(db: Db, id: string | null | undefined): Promise<Uint8Array | undefined> {
  const file = id ? await findAttachment(db, id) : undefined
  return file && buffer(await (await openStore((db as Gate).kernel)).open(db, file))
}
