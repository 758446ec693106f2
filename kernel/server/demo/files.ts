import sharp from 'sharp'
import type { Entity } from '#model'
import type { Db } from '../context.ts'
import { keepMade } from '../files/keep-made.ts'

const MAX_MB = 5
/** Stores a file of a row that is about to be written with this id, and returns the file's id. */
export function demoFile(db: Db, of: Entity, rowId: string, file: { name: string; content: Buffer | string; field: string; ownerId: string }): Promise<string> {
  return keepMade(db, { name: file.name, content: file.content, maxMb: MAX_MB }, { bizType: of.name, bizId: rowId, field: file.field, ownerId: file.ownerId })
}
/** A photograph drawn from the inside of an SVG of this size. */
export const drawn = (width: number, height: number, shapes: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`))
    .jpeg({ quality: 86 })
    .toBuffer()
