import type { Seating } from './seating.ts'
import type { World } from './world.ts'

const WIDEST = 16
const room1 = new Int32Array(WIDEST * 2)
const room2 = new Int32Array(WIDEST * 2)
/** Difference in minutes from which schedules have nothing in common. */
const APART = 180

/** Similarity of two schedules, 0 to 1; without answers a student matches anybody. */
export function rhythm(world: World, a: number, b: number): number {
  let sum = 0
  let known = 0
  const sleep = differ(world.sleepAt[a] as number, world.sleepAt[b] as number)
  const wake = differ(world.wakeAt[a] as number, world.wakeAt[b] as number)
  if (sleep >= 0) {
    sum += sleep
    known++
  }
  if (wake >= 0) {
    sum += wake
    known++
  }
  if (world.quiet[a] || world.quiet[b]) {
    sum += 1 - Math.abs((world.quiet[a] as number) - (world.quiet[b] as number)) / 2
    known++
  }
  return known ? sum / known : 1
}
const differ = (a: number, b: number): number => (a < 0 || b < 0 ? -1 : 1 - Math.min(APART, Math.abs(a - b)) / APART)
export const smokeApart = (world: World, a: number, b: number): boolean =>
  (world.smokes[a] as number) + (world.smokes[b] as number) !== 1 || world.smokes[a] === -1 || world.smokes[b] === -1

/** Score of a room: matches of its new occupants with each other and with their beds. */
export function roomScore(seating: Seating, room: number): number {
  const { world } = seating
  const n = seating.people(room, room1)
  if (!n) return 0
  const w = world.weights
  let score = n < (world.capacityOf[room] as number) ? -w.full : 0
  for (let i = 0; i < n; i++) {
    const s = room1[i] as number
    if (s < world.count) score += personScore(seating, s, n)
  }
  return score - w.prefecture * crowded(world, n)
}
function personScore(seating: Seating, s: number, n: number): number {
  const { world } = seating
  const w = world.weights
  let classmates = 0
  let alike = 0
  let apart = 0
  for (let i = 0; i < n; i++) {
    const o = room1[i] as number
    if (o === s) continue
    if (world.classOf[o] === world.classOf[s] && (world.classOf[s] as number) >= 0) classmates++
    alike += rhythm(world, s, o)
    if (smokeApart(world, s, o)) apart++
  }
  let score = n > 1 ? (w.class * classmates + w.rhythm * alike + w.smoking * apart) / (n - 1) : 0
  const bed = seating.bedOf[s] as number
  if ((world.wantsBed[s] as number) >= 0 && world.wantsBed[s] === world.bedTypeOf[bed]) score += w.bedType
  if (world.isTall[s] && world.bedTypeOf[bed] === world.longBed) score += w.tall
  const mates = world.mates[s] as Int32Array
  if (mates.length) {
    let met = 0
    const room = world.roomOfBed[bed]
    for (const m of mates) if (seating.roomOf(m) === room) met++
    score += (w.wish * met) / mates.length
  }
  return score
}
/** Number of people of one home region beyond the rule's limit. */
function crowded(world: World, n: number): number {
  let over = 0
  for (let i = 0; i < n; i++) {
    const home = world.prefectureOf[room1[i] as number] as number
    if (home < 0) continue
    let before = 0
    for (let j = 0; j < i; j++) if (world.prefectureOf[room1[j] as number] === home) before++
    if (before >= world.perPrefecture) over++
  }
  return over
}
/** Score of adjacent rooms: half for everybody with a classmate next door. */
export function pairScore(seating: Seating, room: number, next: number): number {
  const { world } = seating
  const n = seating.people(room, room1)
  const m = seating.people(next, room2)
  let near = 0
  for (let i = 0; i < n; i++) if (hasClassmate(world, room1[i] as number, room2, m)) near++
  for (let i = 0; i < m; i++) if (hasClassmate(world, room2[i] as number, room1, n)) near++
  return (world.weights.neighbours * near) / 2
}
function hasClassmate(world: World, s: number, others: Int32Array, n: number): boolean {
  const own = world.classOf[s] as number
  if (own < 0 || s >= world.count) return false
  for (let i = 0; i < n; i++) if (world.classOf[others[i] as number] === own) return true
  return false
}
/** Score of a floor: share of the same major, per person. */
export function floorScore({ world, onFloor }: Seating, floor: number): number {
  let all = 0
  let squares = 0
  for (let at = floor * world.majors; at < (floor + 1) * world.majors; at++) {
    const n = onFloor[at] as number
    all += n
    squares += n * n
  }
  return all ? (world.weights.major * squares) / all : 0
}
