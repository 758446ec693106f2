import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Entity } from '#model'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { keep } from '../files/attachments.ts'
import { receive } from '../files/receive.ts'
import { openStore } from '../files/store.ts'

const MAX_MB = 5
/** Stores a file of a row that is about to be written with this id, and returns the file's id. */
export async function demoFile(db: Db, of: Entity, rowId: string, file: { name: string; content: Buffer | string; field: string; ownerId: string }): Promise<string> {
  const store = await openStore((db as Gate).kernel)
  const received = await receive(file.name, Readable.from([file.content]), { tmp: store.tmp, maxMb: MAX_MB })
  return (await keep(db, store, received, { bizType: of.name, bizId: rowId, field: file.field, ownerId: file.ownerId })).id
}
/** A photograph drawn from the inside of an SVG of this size. */
export const drawn = (width: number, height: number, shapes: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`))
    .jpeg({ quality: 86 })
    .toBuffer()
