import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { findAttachment } from '#server/files/attachments.ts'
import { openStore } from '#server/files/store.ts'

/** Photo of an applicant whose row the caller may read. */
export async function photoOf(db: Db, id: string | null | undefined): Promise<Uint8Array | undefined> {
  const file = id ? await findAttachment(db, id) : undefined
  return file && buffer(await (await openStore((db as Gate).kernel)).open(db, file))
}
