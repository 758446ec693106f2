import { closeSync, openSync, readSync } from 'node:fs'

/** Code point ranges of a font, ascending. */
export type Coverage = ReadonlyArray<readonly [number, number]>

/** Characters of a TrueType or OpenType font, read from its cmap table without loading the font. Supports format 12, which every font with rare characters has. */
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
/** Parses a CSS unicode-range: `U+4E00-4E05,U+20BB7`. */
export const coverageFrom = (ranges: string): Coverage =>
  ranges
    .split(',')
    .map(range => range.replace('U+', '').split('-'))
    .map(([from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const)
    .sort(([a], [b]) => a - b)

/** Binary search: fonts have thousands of ranges, and every character is looked up. */
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
