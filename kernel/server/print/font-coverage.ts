import { closeSync, openSync, readSync } from 'node:fs'

/** Code points of a font, as pairs of first and last in ascending order. */
export type Coverage = ReadonlyArray<readonly [number, number]>

/** Which characters a TrueType or OpenType font holds, from its table of characters alone: the font itself is not loaded.
 *  Understands format 12, which every font with rare characters has. */
export function coverageOf(path: string): Coverage {
  const file = openSync(path, 'r')
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, at)
    return bytes
  }
  try {
    const tables = read(4, 2).readUInt16BE(0)
    const directory = read(12, tables * 16)
    for (let i = 0; i < tables; i++)
      if (directory.toString('latin1', i * 16, i * 16 + 4) === 'cmap') return groups(read(directory.readUInt32BE(i * 16 + 8), directory.readUInt32BE(i * 16 + 12)))
    return []
  } finally {
    closeSync(file)
  }
}
function groups(cmap: Buffer): Coverage {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4)
    if (cmap.readUInt16BE(at) !== 12) continue
    return Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, n) => [cmap.readUInt32BE(at + 16 + n * 12), cmap.readUInt32BE(at + 20 + n * 12)] as const)
  }
  return []
}
/** `U+4E00-4E05,U+20BB7` as a stylesheet writes it. */
export const coverageFrom = (ranges: string): Coverage =>
  ranges
    .split(',')
    .map(range => range.replace('U+', '').split('-'))
    .map(([from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const)
    .sort(([a], [b]) => a - b)

/** Looked up by halving: a font has thousands of groups and each character of a paper asks. */
export function covers(coverage: Coverage, point: number): boolean {
  let low = 0
  let high = coverage.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = coverage[middle] as readonly [number, number]
    if (point < from) high = middle - 1
    else if (point > to) low = middle + 1
    else return true
  }
  return false
}
