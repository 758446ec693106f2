import type { CentralBed } from './place.ts'

/** A building over the holiday, with its stayers by gender. */
export interface House {
  id: string
  name: string
  staying: Readonly<Record<string, number>>
  /** Beds available to stayers, room by room. */
  beds: readonly CentralBed[]
}
export interface Simulated {
  /** Rooms needed for stayers of the closed buildings. */
  rooms: number
  closable: string[]
  kept: string[]
  moved: number
  /** Heating nights saved, over all buildings. */
  daysSaved: number
}
const total = (house: House): number => Object.values(house.staying).reduce((sum, n) => sum + n, 0)
/**
 * Which buildings can be closed if their stayers move to at most this many rooms of the others. Buildings with the fewest stayers are closed first; those with the
 * most take them in.
 */
export function simulateClosing(houses: readonly House[], rooms: number, days: number): Simulated {
  const order = houses.toSorted((a, b) => total(a) - total(b) || a.name.localeCompare(b.name))
  let best: House[] = []
  for (let n = 1; n <= order.length; n++) {
    const closing = order.slice(0, n)
    if (roomsNeeded(closing, order.slice(n)) > rooms) break
    best = closing
  }
  const kept = order.filter(h => !best.includes(h))
  return {
    rooms: roomsNeeded(best, kept),
    closable: best.map(h => h.id),
    kept: kept.map(h => h.id),
    moved: best.reduce((sum, h) => sum + total(h), 0),
    daysSaved: best.length * Math.max(0, days),
  }
}
/** Minimum number of rooms in the kept buildings, one gender per room; Infinity if they do not suffice. */
function roomsNeeded(closing: readonly House[], kept: readonly House[]): number {
  const byRoom = [
    ...Map.groupBy(
      kept.flatMap(h => h.beds),
      b => b.roomId,
    ).values(),
  ]
  let used = 0
  for (const gender of ['1', '2']) {
    let need = closing.reduce((sum, h) => sum + (h.staying[gender] ?? 0), 0)
    const sizes = byRoom
      .map(beds => beds.filter(b => b.genderCode === gender).length)
      .filter(n => n > 0)
      .sort((a, b) => b - a)
    for (const size of sizes) {
      if (need <= 0) break
      need -= size
      used++
    }
    if (need > 0) return Number.POSITIVE_INFINITY
  }
  return used
}
