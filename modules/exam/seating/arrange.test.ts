import { describe, expect, it } from 'vitest'
import { seededRandom, shuffled } from '#model/random.ts'
import { arrange, type Room, type Seated, type Sitter, seatsOf } from './model/arrange.ts'
import { pairsOf, placesOf } from './model/neighbours.ts'

const ROOM = [7, 8, 8, 7]
const rooms = (n: number, columns: readonly number[] = ROOM): Room[] => Array.from({ length: n }, (_, i) => ({ id: `r${String(i).padStart(3, '0')}`, columns }))
const people = (schools: readonly string[], group = 'culture,skill', from = 0): Sitter[] =>
  schools.map((school, n) => ({ id: `a${from + n}`, key: String(from + n).padStart(6, '0'), group, school }))
/** Pairs of all rooms together. */
function left(of: readonly Room[], sitters: readonly Sitter[], seated: readonly Seated[]): number {
  const school = new Map(sitters.map(s => [s.id, s.school]))
  return of.reduce((sum, room) => sum + pairsOf(room.columns, new Map(seated.filter(s => s.roomId === room.id).map(s => [s.seatNo, school.get(s.id) ?? '']))).length, 0)
}
describe('30-ER1 the arrangement', () => {
  it('numbers seats in a snake, with rows counted from the front', () => {
    expect(placesOf([2, 3])).toEqual([
      { column: 0, row: 0 },
      { column: 0, row: 1 },
      { column: 1, row: 2 },
      { column: 1, row: 1 },
      { column: 1, row: 0 },
    ])
    const sameSchool = new Map([1, 2, 3, 4, 5].map(n => [n, '一中']))
    expect(pairsOf([2, 3], sameSchool)).toEqual([
      [1, 2],
      [1, 5],
      [2, 4],
      [3, 4],
      [4, 5],
    ])
    expect(pairsOf([2, 3], new Map([1, 2, 3].map(n => [n, ''])))).toEqual([])
  })
  it('gives everybody one seat, each seat one person, rooms filled in order, groups one after the other', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 20; round++) {
      const schools = Array.from({ length: 60 + Math.floor(random() * 60) }, () => `S${Math.floor(random() * 9)}`)
      const all = [...people(schools.slice(0, 50), 'a'), ...people(schools.slice(50), 'b', 50)]
      const seated = arrange(rooms(5), all, round)
      expect(new Set(seated.map(s => s.id))).toEqual(new Set(all.map(s => s.id)))
      expect(new Set(seated.map(s => `${s.roomId} ${s.seatNo}`)).size).toBe(all.length)
      const filled = rooms(5).map(r => seated.filter(s => s.roomId === r.id).length)
      expect(filled).toEqual(rooms(5).map((r, n) => Math.max(0, Math.min(seatsOf(r), all.length - n * 30))))
      const groupOf = new Map(all.map(s => [s.id, s.group]))
      expect(seated.filter(s => s.roomId === 'r000').map(s => groupOf.get(s.id))).toEqual(Array(30).fill('a'))
    }
  })
  it('is the same for the same seed, whatever order the people come in, and another for another', () => {
    const all = people(Array.from({ length: 95 }, (_, n) => `S${n % 6}`))
    const one = arrange(rooms(4), all, 11)
    expect(arrange(rooms(4), shuffled(all, seededRandom(3)), 11)).toEqual(one)
    expect(arrange(rooms(4), all, 12)).not.toEqual(one)
  })
  it('keeps schools apart: nobody of one school side by side while none has half of a room', () => {
    const random = seededRandom(5)
    for (let seed = 0; seed < 40; seed++) {
      const sizes = [40, 30, 25, 15, 10].slice(0, 3 + Math.floor(random() * 3))
      const all = people(sizes.flatMap((n, s) => Array(n).fill(`S${s}`) as string[]))
      expect(left(rooms(4), all, arrange(rooms(4), all, seed))).toBe(0)
    }
    const halves = people(Array.from({ length: 60 }, (_, n) => (n % 2 ? '一中' : '二中')))
    expect(left(rooms(2), halves, arrange(rooms(2), halves, 1))).toBe(0)
  })
  it('leaves no more pairs than any other order would, in rooms small enough to try all', () => {
    const random = seededRandom(23)
    for (let seed = 0; seed < 60; seed++) {
      const columns = [[2, 2], [2, 3], [3, 3], [2, 2, 2], [7]][seed % 5] as number[]
      const size = seatsOf({ columns })
      const all = people(Array.from({ length: size - (seed % 2) }, () => `S${Math.floor(random() * 3)}`))
      const [room] = rooms(1, columns)
      const fewest = least(
        columns,
        all.map(s => s.school),
      )
      expect(left([room as Room], all, arrange([room as Room], all, seed))).toBe(fewest)
    }
  })
  it('seats 20,000 people in 700 rooms', () => {
    const all = people(
      Array.from({ length: 20_000 }, (_, n) => `S${(n * 7919) % 60}`),
      'culture,skill',
    )
    const seated = arrange(rooms(700), all, 9)
    expect(new Set(seated.map(s => s.id)).size).toBe(20_000)
    expect(left(rooms(700), all, seated)).toBe(0)
  })
})
/** The fewest pairs over all orders of these schools. */
function least(columns: readonly number[], schools: readonly string[]): number {
  let fewest = Number.POSITIVE_INFINITY
  const count = new Map<string, number>()
  for (const s of schools) count.set(s, (count.get(s) ?? 0) + 1)
  const go = (order: string[]): void => {
    if (order.length === schools.length) {
      fewest = Math.min(fewest, pairsOf(columns, new Map(order.map((s, n) => [n + 1, s]))).length)
      return
    }
    for (const [school, n] of count) {
      if (!n) continue
      count.set(school, n - 1)
      go([...order, school])
      count.set(school, n)
    }
  }
  go([])
  return fewest
}
