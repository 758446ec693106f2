import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../context.ts'
import type { Attachment } from './attachments.ts'
import { noPreview } from './kinds.ts'
import { nanoid } from './random.ts'
import type { FileStore } from './store.ts'

/** Longest side of thumbnails. */
export const THUMB_SIZES = [200, 800] as const
export type ThumbSize = (typeof THUMB_SIZES)[number]
const PICTURES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'webp', 'gif'])
/** Pixel limit against decompression bombs: a small file can unfold into gigabytes. */
const MOST_POINTS = 60_000_000
/** Loaded lazily, because of its native library. */
const loadSharp = async () => (await import('sharp')).default
/** EXIF tag of the GPS block, in both byte orders. */
const PLACE_TAGS = [Buffer.from([0x88, 0x25, 0x00, 0x04]), Buffer.from([0x25, 0x88, 0x04, 0x00])]

export const isPicture = (ext: string): boolean => PICTURES.has(ext)
/** Strips the GPS position from a photograph in place: re-encodes it upright without metadata. Other files stay unchanged. */
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
/** Path of a thumbnail, whether it exists or not. */
export const thumbPath = (thumbs: string, objectKey: string, size: ThumbSize): string => join(thumbs, `${objectKey}-${size}.webp`)
/** Path of a document's PDF, whether it exists or not. */
export const printedPath = (thumbs: string, objectKey: string): string => join(thumbs, `${objectKey}.pdf`)
/** WebP thumbnail of a picture; created once, cached beside the files and deleted with the picture. */
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
    .catch(() => undefined) // damaged, or above the pixel limit
  if (!small) throw noPreview()
  await writeFile(made, small)
  await rename(made, path)
  return path
}
