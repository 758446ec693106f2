import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../context.ts'
import type { Attachment } from './attachments.ts'
import { noPreview } from './kinds.ts'
import { nanoid } from './random.ts'
import type { FileStore } from './store.ts'

/** Longest side of pictures made smaller. */
export const THUMB_SIZES = [200, 800] as const
export type ThumbSize = (typeof THUMB_SIZES)[number]
const PICTURES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'webp', 'gif'])
/** A picture of so many points is not opened: a small file can unfold into gigabytes. */
const MOST_POINTS = 60_000_000
/** Comes with the first picture: it brings a library of its own into memory. */
const loadSharp = async () => (await import('sharp')).default
/** Tag of the block that says where a photograph was taken, in both orders of bytes. */
const PLACE_TAGS = [Buffer.from([0x88, 0x25, 0x00, 0x04]), Buffer.from([0x25, 0x88, 0x04, 0x00])]

export const isPicture = (ext: string): boolean => PICTURES.has(ext)
/** Takes the place out of a photograph, in the file itself: it is drawn anew, upright, without what the camera wrote beside it. Others stay as they are. */
export async function withoutPlace(path: string, ext: string): Promise<boolean> {
  if (!isPicture(ext)) return false
  const sharp = await loadSharp()
  const { exif } = await sharp(path, { limitInputPixels: MOST_POINTS })
    .metadata()
    .catch(() => ({ exif: undefined }))
  if (!exif || !PLACE_TAGS.some(tag => exif.includes(tag))) return false
  const made = `${path}.plain`
  await sharp(path, { limitInputPixels: MOST_POINTS, animated: ext === 'gif' })
    .autoOrient()
    .jpeg({ quality: 92, force: false })
    .toFile(made)
  await rename(made, path)
  return true
}
/** Where the small one of a picture lies, made or not. */
export const thumbPath = (thumbs: string, objectKey: string, size: ThumbSize): string => join(thumbs, `${objectKey}-${size}.webp`)
/** Where the PDF of a document lies, made or not. */
export const printedPath = (thumbs: string, objectKey: string): string => join(thumbs, `${objectKey}.pdf`)
/** The same picture small, as WebP; made once, kept beside the files, and erased with the picture. */
export async function thumbOf(db: Db, store: FileStore, file: Attachment, size: ThumbSize): Promise<string> {
  const path = thumbPath(store.thumbs, file.objectKey, size)
  if (existsSync(path)) return path
  await mkdir(dirname(path), { recursive: true })
  const whole = await buffer(await store.open(db, file))
  const made = join(store.tmp, nanoid())
  const sharp = await loadSharp()
  const small = await sharp(whole, { limitInputPixels: MOST_POINTS })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => undefined) // damaged, or of too many points
  if (!small) throw noPreview()
  await writeFile(made, small)
  await rename(made, path)
  return path
}
