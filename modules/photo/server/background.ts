import type { Sharp } from 'sharp'
import type { Background } from '../model/parameters.ts'

/** Picture it is judged on: small, so that grain and compression average out. */
const [WIDTH, HEIGHT] = [60, 80] as const
/** Both upper corners, where neither hair nor shoulders are. */
const [SIDE, TOP] = [9, 20] as const
/** How far a point may be from the mean, and how many may be further: of a plain colour. */
const [FAR, MOST_FAR] = [40, 0.12] as const
type Rgb = readonly [red: number, green: number, blue: number]
const FITS: Readonly<Record<Exclude<Background, 'any'>, (of: Rgb) => boolean>> = {
  blue: ([r, g, b]) => b > 110 && b > r + 40 && b > g + 15,
  white: of => Math.min(...of) > 215,
  red: ([r, g, b]) => r > 140 && r > g + 60 && r > b + 60,
}
/** The points of a picture made small: decoded to its end, so that one that breaks off fails, at the cost of an eighth of its size. */
export const smallOf = (picture: Sharp): Promise<Buffer> =>
  picture.autoOrient().resize(WIDTH, HEIGHT, { fit: 'fill' }).flatten().removeAlpha().toColourspace('srgb').raw().toBuffer()
/** Whether a picture made small stands before a plain background of this colour. */
export function isPlain(small: Buffer, background: Background): boolean {
  if (background === 'any') return true
  const points = cornersOf(small)
  const mean = ([0, 1, 2] as const).map(c => points.reduce((sum, p) => sum + p[c], 0) / points.length) as unknown as Rgb
  const far = points.filter(p => Math.hypot(...p.map((value, c) => value - (mean[c] ?? 0))) > FAR).length
  return FITS[background](mean) && far / points.length <= MOST_FAR
}
function cornersOf(raw: Buffer): Rgb[] {
  const points: Rgb[] = []
  for (let y = 0; y < TOP; y++)
    for (const x of [...Array(SIDE).keys(), ...Array.from({ length: SIDE }, (_, n) => WIDTH - SIDE + n)]) {
      const at = (y * WIDTH + x) * 3
      points.push([raw[at] ?? 0, raw[at + 1] ?? 0, raw[at + 2] ?? 0])
    }
  return points
}
