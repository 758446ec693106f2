import type { Seating } from './seating.ts'

/** Initial greedy plan: pinned students, special needs, then class by class into whole rooms, class remainders together, and finally everybody else. */
export function seatAll(seating: Seating): void {
  const { world } = seating
  for (let s = 0; s < world.count; s++) {
    const bed = world.pinned[s] as number
    if (bed >= 0 && (seating.whoIn[bed] as number) < 0 && seating.may(s, world.roomOfBed[bed] as number)) seating.put(s, bed)
  }
  const waiting = inOrder(seating)
  for (const s of waiting) if (world.comesFirst[s]) seatOne(seating, s)
  seatClasses(seating, waiting)
  seatLeft(seating)
}
/** Order: gender, grade, major, class; mutual wishes adjacent, smokers last, similar schedules near. */
function inOrder(seating: Seating): number[] {
  const { world } = seating
  const all = Array.from({ length: world.count }, (_, s) => s).filter(s => world.pinned[s] === -1)
  const group = leaders(seating)
  const keys = [world.genderOf, world.gradeOf, world.majorOf, world.classOf]
  const compare = (a: number, b: number): number => {
    for (const key of keys) if (key[a] !== key[b]) return (key[a] as number) - (key[b] as number)
    const [x, y] = [group[a] as number, group[b] as number]
    if (x !== y) return order(world, x, y) || x - y
    return a - b
  }
  return all.sort(compare)
}
const order = (world: Seating['world'], a: number, b: number): number =>
  (world.smokes[a] as number) - (world.smokes[b] as number) || (world.sleepAt[a] as number) - (world.sleepAt[b] as number)
/** Representative (union-find style) of each student's group of mutual wishes within the class. */
function leaders({ world }: Seating): Int32Array {
  const of = Int32Array.from({ length: world.count }, (_, s) => s)
  const first = (s: number): number => {
    let at = s
    while (of[at] !== at) at = of[at] as number
    return at
  }
  for (let s = 0; s < world.count; s++)
    for (const m of world.mates[s] as Int32Array) {
      if (world.classOf[m] !== world.classOf[s]) continue
      const [a, b] = [first(s), first(m)]
      if (a !== b) of[Math.max(a, b)] = Math.min(a, b)
    }
  return of.map((_, s) => first(s))
}
function seatClasses(seating: Seating, waiting: readonly number[]): void {
  const { world } = seating
  /** Partially filled rooms, newest last. */
  const open: number[] = []
  const rest: number[] = []
  for (let from = 0; from < waiting.length; ) {
    let to = from
    const first = waiting[from] as number
    while (to < waiting.length && sameClass(seating, first, waiting[to] as number)) to++
    const members = waiting.slice(from, to).filter(s => (seating.bedOf[s] as number) < 0)
    const left = seatClass(seating, members)
    if (left.length && !seatTogether(seating, left, open)) rest.push(...left.filter(s => (seating.bedOf[s] as number) < 0))
    from = to
  }
  for (const s of rest) if ((world.classOf[s] as number) < 0 || !seatBesideClass(seating, s)) seatOne(seating, s)
}
/** Class remainders go to the nearest room with enough free beds, else to a new room that others join. */
function seatTogether(seating: Seating, left: readonly number[], open: number[]): boolean {
  const { world } = seating
  const s = left[0] as number
  const fits = (room: number): boolean => world.genderOfRoom[room] === world.genderOf[s] && countFree(seating, room) >= left.length && seating.may(s, room)
  let best = -1
  for (let n = open.length - 1; n >= Math.max(0, open.length - NEAR); n--) {
    const room = open[n] as number
    if (fits(room) && (best < 0 || countFree(seating, room) < countFree(seating, best))) best = room
  }
  const room = best >= 0 ? best : emptyRoom(seating, s)
  if (room < 0 || countFree(seating, room) < left.length) return false
  for (const one of left) if (seating.may(one, room)) seating.put(one, seating.freeBed(room))
  if (best < 0) open.push(room)
  if (countFree(seating, room) === 0 && open.includes(room)) open.splice(open.indexOf(room), 1)
  return left.every(one => (seating.bedOf[one] as number) >= 0)
}
/** Look-back limit: rooms opened earlier are too far away. */
const NEAR = 6
function emptyRoom(seating: Seating, s: number): number {
  for (let room = 0; room < seating.world.roomIds.length; room++) if (isEmptyFor(seating, room, s)) return room
  return -1
}
function countFree({ world, whoIn }: Seating, room: number): number {
  let n = 0
  for (const bed of world.bedsOf[room] as Int32Array) if ((whoIn[bed] as number) < 0) n++
  return n
}
const sameClass = ({ world }: Seating, a: number, b: number): boolean =>
  world.genderOf[a] === world.genderOf[b] && world.classOf[a] === world.classOf[b] && world.gradeOf[a] === world.gradeOf[b]
/** Fills whole empty rooms while the class suffices; returns the remainder. */
function seatClass(seating: Seating, members: readonly number[]): number[] {
  const { world } = seating
  let at = 0
  for (let room = 0; room < world.roomIds.length && at < members.length; room++) {
    const beds = world.bedsOf[room] as Int32Array
    if (!isEmptyFor(seating, room, members[at] as number) || members.length - at < beds.length) continue
    for (let n = 0; n < beds.length && at < members.length; n++) {
      const s = members[at] as number
      if (!seating.may(s, room)) break
      seating.put(s, beds[n] as number)
      at++
    }
  }
  return members.slice(at)
}
/** Empty, permitted, and not reserved for people who need it. */
function isEmptyFor(seating: Seating, room: number, s: number): boolean {
  const { world } = seating
  if (world.isAccessible[room] || world.genderOfRoom[room] !== world.genderOf[s]) return false
  const beds = world.bedsOf[room] as Int32Array
  if (!beds.length || (world.residentsOf[room] as Int32Array).length) return false
  for (const bed of beds) if ((seating.whoIn[bed] as number) >= 0) return false
  return seating.may(s, room)
}
function seatBesideClass(seating: Seating, s: number): boolean {
  const { world } = seating
  for (let room = 0; room < world.roomIds.length; room++) {
    const bed = seating.freeBed(room)
    if (bed < 0 || world.genderOfRoom[room] !== world.genderOf[s] || !hasClass(seating, room, world.classOf[s] as number) || !seating.may(s, room)) continue
    seating.put(s, bed)
    return true
  }
  return false
}
function hasClass({ world, whoIn }: Seating, room: number, own: number): boolean {
  for (const bed of world.bedsOf[room] as Int32Array) if ((whoIn[bed] as number) >= 0 && world.classOf[whoIn[bed] as number] === own) return true
  for (const p of world.residentsOf[room] as Int32Array) if (world.classOf[p] === own) return true
  return false
}
/** Best room with a free bed: partially occupied before empty ones; reserved and accessible rooms last for students who do not need them. */
export function seatOne(seating: Seating, s: number): boolean {
  const { world } = seating
  let best = -1
  let bestRank = -1
  for (let room = 0; room < world.roomIds.length; room++) {
    if (world.genderOfRoom[room] !== world.genderOf[s] || seating.freeBed(room) < 0 || !seating.may(s, room)) continue
    const rank = rankOf(seating, room, s)
    if (rank > bestRank) {
      best = room
      bestRank = rank
    }
    if (bestRank === BEST) break
  }
  if (best < 0) return false
  seating.put(s, seating.freeBed(best))
  return true
}
const BEST = 7
function rankOf(seating: Seating, room: number, s: number): number {
  const { world } = seating
  const own = world.classOf[s] as number
  const spare = world.isAccessible[room] && !world.comesFirst[s] ? 0 : 2
  if (own >= 0 && hasClass(seating, room, own)) return spare + 5
  const isEmpty = !(world.residentsOf[room] as Int32Array).length && (world.bedsOf[room] as Int32Array).every(bed => (seating.whoIn[bed] as number) < 0)
  return spare + (isEmpty ? 0 : 1) + (world.isKept[room] ? 1 : 0)
}
/** Places the remaining students anywhere: special beds first. */
export function seatLeft(seating: Seating): number {
  const { world } = seating
  let seated = 0
  for (let s = 0; s < world.count; s++) if (world.pinned[s] === -1 && (seating.bedOf[s] as number) < 0 && seatOne(seating, s)) seated++
  return seated
}
