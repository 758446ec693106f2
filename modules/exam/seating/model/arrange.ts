import { seededRandom, shuffled } from '#model/random.ts'
import { neighboursOf, pairsOf, placesOf } from './neighbours.ts'

export interface Room {
  id: string
  columns: readonly number[]
}
/** Who is to be seated: `key` orders people the same way each time, `group` is the set of subjects they sit. */
export interface Sitter {
  id: string
  key: string
  group: string
  school: string
}
export interface Seated {
  id: string
  roomId: string
  seatNo: number
}
const by =
  <T>(of: (one: T) => string) =>
  (a: T, b: T): number =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0
export const seatsOf = ({ columns }: Pick<Room, 'columns'>): number => columns.reduce((a, b) => a + b, 0)

/** 30-ER1: seats in order of the rooms, people of a group in random order, each school spread evenly over its group's rooms. The same people, rooms and seed give the same seats,
 *  whatever order the people come in. There must be seats for all. */
export function arrange(rooms: readonly Room[], sitters: readonly Sitter[], seed: number): Seated[] {
  const random = seededRandom(seed)
  const groups = Map.groupBy(sitters.toSorted(by(s => s.key)), s => s.group)
  const queue = [...groups].toSorted(by(([group]) => group)).flatMap(([, members]) => spread(shuffled(members, random), random))
  let from = 0
  return rooms.flatMap(room => {
    const people = queue.slice(from, from + seatsOf(room))
    from += people.length
    return seat(room, people, random)
  })
}
/** Members of a school at equal distances along the queue, so that no room gets more of them than its share. */
function spread(members: readonly Sitter[], random: () => number): Sitter[] {
  const schools = [...Map.groupBy(members, m => m.school).values()]
  const placed = schools.flatMap(school => {
    const offset = random()
    return school.map((member, n) => ({ member, at: (n + offset) / school.length }))
  })
  return placed.toSorted((a, b) => a.at - b.at).map(p => p.member)
}
/** So many orders are tried before pairs are taken to be unavoidable. */
const TRIES = 24
function seat({ id: roomId, columns }: Room, people: readonly Sitter[], random: () => number): Seated[] {
  const near = neighboursOf(columns).map(ns => ns.filter(n => n < people.length))
  const pairs = (order: readonly Sitter[]): number => pairsOf(columns, new Map(order.map((p, n) => [n + 1, p.school]))).length
  let best: Sitter[] = []
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < TRIES && least > 0; n++) {
    const order = n % 2 ? dealt(columns, people, random) : shuffled(people, random)
    improve(order, near, random)
    const left = pairs(order)
    if (left < least) [best, least] = [order, left]
  }
  return best.map((person, n) => ({ id: person.id, roomId, seatNo: n + 1 }))
}
/** Like the colours of a chessboard: the largest schools on one colour, the others on the other. */
function dealt(columns: readonly number[], people: readonly Sitter[], random: () => number): Sitter[] {
  const schools = shuffled([...Map.groupBy(people, p => p.school).values()], random).toSorted((a, b) => b.length - a.length)
  const places = placesOf(columns).slice(0, people.length)
  const seats = places.map((_, n) => n).toSorted((a, b) => colour(places[a]) - colour(places[b]))
  const order: Sitter[] = []
  for (const [n, person] of schools.flatMap(school => shuffled(school, random)).entries()) order[seats[n] as number] = person
  return order
}
const colour = (place: { column: number; row: number } | undefined): number => (place ? (place.column + place.row) % 2 : 0)
/** Exchanges people as long as that takes apart more pairs than it makes. */
function improve(order: Sitter[], near: ReadonlyArray<readonly number[]>, random: () => number): void {
  const at = (n: number, school: string, but = -1): number => (school ? (near[n] ?? []).filter(other => other !== but && order[other]?.school === school).length : 0)
  const seats = order.map((_, n) => n)
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const a of shuffled(seats, random)) {
      const mine = (order[a] as Sitter).school
      const now = at(a, mine)
      if (!now) continue
      const gain = (b: number): number => {
        const other = (order[b] as Sitter).school
        return other === mine ? 0 : now + at(b, other) - at(b, mine, a) - at(a, other, b)
      }
      const b = shuffled(seats, random).reduce((most, n) => (gain(n) > gain(most) ? n : most), a)
      if (gain(b) <= 0) continue
      ;[order[a], order[b]] = [order[b] as Sitter, order[a] as Sitter]
      isBetter = true
    }
  }
}
