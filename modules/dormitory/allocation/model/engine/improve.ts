import { floorScore, pairScore, roomScore } from './score.ts'
import type { Seating } from './seating.ts'

/** Rooms and floors affected by a move, for incremental scoring. */
const rooms = new Int32Array(8)
const pairs = new Int32Array(8)
const floors = new Int32Array(4)

/** Simulated annealing: swaps while it improves the plan, early on also accepting slightly worse ones to leave local optima. Yields progress from 0 to 1. */
export function* improve(seating: Seating, random: () => number, proposals: number): Generator<number> {
  const { world } = seating
  if (world.count < 2 || !world.bedIds.length) return
  const members = classMembers(seating)
  for (let n = 0; n < proposals; n++) {
    if (n % 20_000 === 0) yield n / proposals
    const s = (random() * world.count) | 0
    if ((seating.bedOf[s] as number) < 0 || (world.pinned[s] as number) >= 0) continue
    const bed = target(seating, s, members, random)
    if (bed < 0) continue
    const patience = PATIENCE * Math.max(0, 1 - (2 * n) / proposals)
    change(seating, s, bed, patience * random())
  }
}
const PATIENCE = 12
/** Class members of each student. */
function classMembers({ world }: Seating): Int32Array[] {
  const lists = new Map<number, number[]>()
  for (let s = 0; s < world.count; s++) {
    const own = world.classOf[s] as number
    const list = lists.get(own)
    if (list) list.push(s)
    else lists.set(own, [s])
  }
  const of = new Map([...lists].map(([own, list]) => [own, Int32Array.from(list)]))
  return Array.from({ length: world.count }, (_, s) => of.get(world.classOf[s] as number) ?? new Int32Array(0))
}
/** A candidate bed: beside a mate or classmate, next door to one, or anywhere. */
function target(seating: Seating, s: number, members: readonly Int32Array[], random: () => number): number {
  const { world } = seating
  const dice = random()
  const mates = world.mates[s] as Int32Array
  if (mates.length && dice < 0.4) return bedIn(seating, seating.roomOf(mates[(random() * mates.length) | 0] as number), random)
  if (dice < 0.8) {
    const same = members[s] as Int32Array
    const room = seating.roomOf(same[(random() * same.length) | 0] as number)
    if (room < 0 || dice < 0.6) return bedIn(seating, room, random)
    return bedIn(seating, dice < 0.7 ? (world.next[room] as number) : (world.before[room] as number), random)
  }
  return (random() * world.bedIds.length) | 0
}
function bedIn({ world }: Seating, room: number, random: () => number): number {
  if (room < 0) return -1
  const beds = world.bedsOf[room] as Int32Array
  return beds.length ? (beds[(random() * beds.length) | 0] as number) : -1
}
/** Moves a student to a bed, swapping with its occupant, if permitted and not worse than `patience` allows. */
function change(seating: Seating, s: number, bed: number, patience: number): void {
  const { world } = seating
  const from = seating.bedOf[s] as number
  if (bed === from) return
  const other = seating.whoIn[bed] as number
  if (other >= 0 && (world.pinned[other] as number) >= 0) return
  const [a, b] = [world.roomOfBed[from] as number, world.roomOfBed[bed] as number]
  if (world.genderOfRoom[a] !== world.genderOfRoom[b]) return
  const counts = touched(seating, a, b)
  const before = worth(seating, counts)
  if (!swap(seating, s, bed, other, from)) return
  if (worth(seating, counts) >= before - patience) return
  swapBack(seating, s, bed, other, from)
}
function swap(seating: Seating, s: number, bed: number, other: number, from: number): boolean {
  const { world } = seating
  const [a, b] = [world.roomOfBed[from] as number, world.roomOfBed[bed] as number]
  seating.take(s)
  if (other >= 0) seating.take(other)
  if (seating.may(s, b)) {
    seating.put(s, bed)
    if (other < 0) return true
    if (seating.may(other, a)) {
      seating.put(other, from)
      return true
    }
    seating.take(s)
  }
  seating.put(s, from)
  if (other >= 0) seating.put(other, bed)
  return false
}
function swapBack(seating: Seating, s: number, bed: number, other: number, from: number): void {
  seating.take(s)
  if (other >= 0) seating.take(other)
  seating.put(s, from)
  if (other >= 0) seating.put(other, bed)
}
interface Touched {
  rooms: number
  pairs: number
  floors: number
}
function touched({ world }: Seating, a: number, b: number): Touched {
  const found = { rooms: 0, pairs: 0, floors: 0 }
  for (const room of a === b ? [a] : [a, b]) {
    rooms[found.rooms++] = room
    // a pair is identified by its first room
    for (const first of [room, world.before[room] as number]) if (first >= 0 && (world.next[first] as number) >= 0 && !has(pairs, found.pairs, first)) pairs[found.pairs++] = first
    const floor = world.floorOf[room] as number
    if (a !== b && !has(floors, found.floors, floor)) floors[found.floors++] = floor
  }
  if (found.floors === 1) found.floors = 0
  if (a === b) found.pairs = 0
  return found
}
function has(list: Int32Array, n: number, value: number): boolean {
  for (let i = 0; i < n; i++) if (list[i] === value) return true
  return false
}
function worth(seating: Seating, of: Touched): number {
  let score = 0
  for (let i = 0; i < of.rooms; i++) score += roomScore(seating, rooms[i] as number)
  for (let i = 0; i < of.pairs; i++) {
    const first = pairs[i] as number
    score += pairScore(seating, first, seating.world.next[first] as number)
  }
  for (let i = 0; i < of.floors; i++) score += floorScore(seating, floors[i] as number)
  return score
}
