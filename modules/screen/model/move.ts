import { GRID_COLUMNS, GRID_ROWS } from '#model'
import type { Placed } from './layout.ts'

/** Titles and least sizes of tiles by code. */
export type Known = ReadonlyMap<string, { title: string; w: number; h: number }>
const clamp = (n: number, from: number, to: number): number => Math.min(Math.max(n, from), to)
const isOver = (a: Placed, b: Placed): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
/** A tile moved, resized or renamed, kept inside the grid and above its least size. Onto another one that fits in its place the two change places; undefined where it meets others. */
export function moved(places: readonly Placed[], tile: string, to: Partial<Placed>, known: Known): Placed[] | undefined {
  const before = places.find(p => p.tile === tile)
  if (!before) return undefined
  const least = known.get(tile)
  const wanted = { ...before, ...to }
  const [w, h] = [clamp(wanted.w, least?.w ?? 1, GRID_COLUMNS), clamp(wanted.h, least?.h ?? 1, GRID_ROWS)]
  const after = { ...wanted, w, h, x: clamp(wanted.x, 0, GRID_COLUMNS - w), y: clamp(wanted.y, 0, GRID_ROWS - h) }
  const met = places.filter(p => p.tile !== tile && isOver(p, after))
  const [other] = met
  if (!other) return places.map(p => (p.tile === tile ? after : p))
  const isSwap = met.length === 1 && to.w === undefined && to.h === undefined && fits(other, before, known) && fits(before, other, known)
  if (!isSwap) return undefined
  const room = ({ x, y, w: wide, h: high }: Placed) => ({ x, y, w: wide, h: high })
  return places.map(p => (p.tile === tile ? { ...p, ...room(other) } : p === other ? { ...p, ...room(before) } : p))
}
const fits = ({ tile }: Placed, { w, h }: Placed, known: Known): boolean => (known.get(tile)?.w ?? 1) <= w && (known.get(tile)?.h ?? 1) <= h
/** The first room for a tile at its least size, row by row; undefined where there is none. */
export function roomFor(places: readonly Placed[], tile: string, known: Known): Placed | undefined {
  const { w = 1, h = 1 } = known.get(tile) ?? {}
  for (let y = 0; y + h <= GRID_ROWS; y++)
    for (let x = 0; x + w <= GRID_COLUMNS; x++) {
      const place = { tile, x, y, w, h, title: null }
      if (!places.some(p => isOver(p, place))) return place
    }
  return undefined
}
