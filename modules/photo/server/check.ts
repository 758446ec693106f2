import type { Db } from '#server/context.ts'
import type { Fault } from '../model/faults.ts'
import type { Background } from '../model/parameters.ts'
import type { Kind } from '../model/photo.ts'
import { isPlain, smallOf } from './background.ts'
import { facesOn } from './face-counter.ts'
import { type Settings, settingsOf } from './settings.ts'

const KB = 1024
/** Against pictures that unfold into gigabytes. */
const MOST_POINTS = 60_000_000
/** A picture as it was measured; `fault` is the first thing that does not fit its kind, with what was found. */
export interface Checked {
  width: number
  height: number
  bytes: number
  /** Extension of what it really is. */
  ext: string
  /** The face counter did not answer. */
  isUnchecked: boolean
  fault?: { fault: Fault; detail: string }
}
interface Limits {
  types: readonly string[]
  ratio: number | undefined
  minWidth: number
  minHeight: number
  maxWidth: number
  maxHeight: number
  minKb: number
  maxKb: number
  background: Background
}
/** How far the ratio of width and height may be off. */
const RATIO_SLACK = 0.02

export function limitsOf(s: Settings, kind: Kind): Limits {
  const figures = {
    ...{ minWidth: s[`${kind}.minWidth`], minHeight: s[`${kind}.minHeight`], maxWidth: s[`${kind}.maxWidth`], maxHeight: s[`${kind}.maxHeight`] },
    ...{ minKb: s[`${kind}.minKb`], maxKb: s[`${kind}.maxKb`] },
  }
  return { types: typesIn(s[`${kind}.types`]), ratio: ratioIn(s[`${kind}.ratio`]), background: s[`${kind}.background`] as Background, ...figures }
}
export const listIn = (text: string): string[] =>
  text
    .split(/[,，、\s]+/)
    .map(part => part.trim())
    .filter(Boolean)
const typesIn = (text: string): string[] => [...new Set(listIn(text.toLowerCase()).map(type => (type === 'jpg' ? 'jpeg' : type)))]
function ratioIn(text: string): number | undefined {
  const [width, height] = text.split(/[:：]/).map(Number)
  return width && height ? width / height : undefined
}
/** 30-PH2: measures a picture and holds it against what its kind asks for. */
export async function checkPhoto(db: Db, kind: Kind, picture: Buffer): Promise<Checked> {
  const limits = limitsOf(await settingsOf(db), kind)
  const bytes = picture.length
  const read = await measured(picture)
  if (!read) return { width: 0, height: 0, bytes, ext: '', isUnchecked: false, fault: { fault: 'damaged', detail: '' } }
  const size = { width: read.width, height: read.height, bytes, ext: read.format === 'jpeg' ? 'jpg' : read.format }
  const fault = faultOf(limits, size, read.format) ?? (isPlain(read.small, limits.background) ? undefined : ({ fault: 'background', detail: '' } as const))
  if (fault) return { ...size, isUnchecked: false, fault }
  const faces = await facesOn(db, picture)
  if (typeof faces === 'number' && faces !== 1) return { ...size, isUnchecked: false, fault: { fault: 'faces', detail: String(faces) } }
  return { ...size, isUnchecked: faces === 'failed' }
}
/** Size as it is seen, upright, and the picture made small; undefined of what is no picture or breaks off. */
async function measured(picture: Buffer): Promise<{ width: number; height: number; format: string; small: Buffer } | undefined> {
  try {
    // loaded when the first picture comes, because of its native library
    const { default: sharp } = await import('sharp')
    const image = sharp(picture, { limitInputPixels: MOST_POINTS, failOn: 'truncated' })
    const { format, autoOrient } = await image.metadata()
    return { ...autoOrient, format, small: await smallOf(image) }
  } catch {
    return undefined
  }
}
function faultOf(l: Limits, { width, height, bytes }: Pick<Checked, 'width' | 'height' | 'bytes'>, format: string): Checked['fault'] {
  const [pixels, kb] = [`${width}×${height}`, `${Math.round(bytes / KB)} KB`]
  if (l.types.length && !l.types.includes(format)) return { fault: 'type', detail: format }
  if (bytes < l.minKb * KB) return { fault: 'light', detail: kb }
  if (bytes > l.maxKb * KB) return { fault: 'heavy', detail: kb }
  if (width < l.minWidth || height < l.minHeight) return { fault: 'small', detail: pixels }
  if ((l.maxWidth && width > l.maxWidth) || (l.maxHeight && height > l.maxHeight)) return { fault: 'large', detail: pixels }
  if (l.ratio && Math.abs(width / height / l.ratio - 1) > RATIO_SLACK) return { fault: 'ratio', detail: pixels }
  return undefined
}
