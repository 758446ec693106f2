import { buffer } from 'node:stream/consumers'
import { findAttachment, mayRead } from '../files/attachments.ts'
import type { Filling } from './build-documents.ts'

const PICTURES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png'])
/** An image from the file store; what is the school's own, such as its seal, needs no access check: everybody who may print may use it. */
export async function imageOf({ ctx, store }: Pick<Filling, 'ctx' | 'store'>, id: string | null, ofSchool: boolean): Promise<Uint8Array | undefined> {
  const file = id ? await findAttachment(ctx.db, id) : undefined
  if (!file || !PICTURES.has(file.ext) || !(ofSchool || (await mayRead(ctx.db, file)))) return undefined
  return buffer(await store.open(ctx.db, file))
}
