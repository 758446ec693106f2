import { describe, expect, it } from 'vitest'
import { seededRandom } from '#model/random.ts'
import { figuresOf, unmetPairs } from './model/engine/measures.ts'
import { solved } from './model/engine/solve.ts'
import type { Division, Member } from './model/engine/types.ts'

/** A drawn problem: some grade-majors with classes of different capacity, students of both sexes, some fixed, some pairs. */
function drawn(seed: number): Division {
  const random = seededRandom(seed)
  const upTo = (n: number): number => Math.floor(random() * n)
  const majors = Array.from({ length: 1 + upTo(3) }, (_, m) => `m${m}`)
  const classes = majors.flatMap(gradeMajorId => Array.from({ length: 1 + upTo(4) }, (_, n) => ({ id: `${gradeMajorId}c${n}`, gradeMajorId, capacity: 30 + upTo(20) })))
  const members = majors.flatMap(gradeMajorId => {
    const own = classes.filter(c => c.gradeMajorId === gradeMajorId)
    return Array.from(
      { length: own.length * (10 + upTo(20)) },
      (_, n): Member => ({
        ...{ id: `${gradeMajorId}s${String(n).padStart(4, '0')}`, gradeMajorId, genderCode: random() < 0.3 ? '1' : '2', province: String(10 + upTo(6)) },
        ...{ ethnicityCode: random() < 0.1 ? '05' : '01', score: random() < 0.1 ? null : 300 + upTo(300) },
        ...(random() < 0.05 ? { fixed: own[upTo(own.length)]?.id ?? null } : {}),
      }),
    )
  })
  const pairs = Array.from({ length: upTo(6) }, () => {
    const first = members[upTo(members.length)] as Member
    const mates = members.filter(m => m.gradeMajorId === first.gradeMajorId && m.id !== first.id)
    return { kind: random() < 0.5 ? ('together' as const) : ('apart' as const), first: first.id, second: mates[upTo(mates.length)]?.id ?? first.id }
  })
  return { members, classes, pairs, balance: ['gender', 'origin', 'score', 'ethnicity'], seed: upTo(1000) }
}
const shuffled = <T>(of: readonly T[], random: () => number): T[] =>
  of
    .map(x => ({ x, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ x }) => x)

describe('30-SN1 the division of a grade', () => {
  it('30-SN1 is the same for the same input in any order, and keeps capacities, majors and who is fixed', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const division = drawn(seed)
      const seats = solved(division)
      const random = seededRandom(seed + 5)
      const other = solved({ ...division, members: shuffled(division.members, random), classes: shuffled(division.classes, random), pairs: shuffled(division.pairs, random) })
      expect([...other].sort()).toEqual([...seats].sort())
      const classes = new Map(division.classes.map(c => [c.id, c]))
      for (const m of division.members) {
        const at = seats.get(m.id)
        expect(at ? classes.get(at)?.gradeMajorId : m.gradeMajorId).toBe(m.gradeMajorId)
        if (m.fixed !== undefined) expect(at).toBe(m.fixed)
      }
      for (const { classId, size } of figuresOf(division, id => seats.get(id))) expect(size).toBeLessThanOrEqual(classes.get(classId)?.capacity ?? 0)
    }
  })
  it('30-SN1 leaves each sex within one person of the even share, and sizes within one of each other, where nobody is fixed', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const given = drawn(seed)
      const division = { ...given, members: given.members.map(({ fixed: _fixed, ...m }) => m), classes: given.classes.map(c => ({ ...c, capacity: 60 })), pairs: [] }
      const seats = solved(division)
      const figures = figuresOf(division, id => seats.get(id))
      for (const f of figures) expect(f.genderGap).toBeLessThanOrEqual(1)
      for (const of of Map.groupBy(figures, f => f.classId.slice(0, 2)).values()) expect(Math.max(...of.map(f => f.size)) - Math.min(...of.map(f => f.size))).toBeLessThanOrEqual(1)
    }
  })
  it('30-SN1 puts pairs together and apart where both can move, and balances by the order of the plan', () => {
    const members = Array.from(
      { length: 60 },
      (_, n): Member => ({
        ...{ id: `s${String(n).padStart(2, '0')}`, gradeMajorId: 'm', genderCode: n % 2 ? '1' : '2', province: n < 30 ? '11' : '52' },
        ...{ ethnicityCode: '01', score: 600 - n },
      }),
    )
    const classes = ['a', 'b', 'c'].map(id => ({ id, gradeMajorId: 'm', capacity: 20 }))
    const pairs = [
      { kind: 'together' as const, first: 's00', second: 's59' },
      { kind: 'apart' as const, first: 's10', second: 's11' },
      { kind: 'together' as const, first: 's20', second: 's21' },
    ]
    const solve = (balance: Division['balance']) => {
      const division = { members, classes, pairs, balance, seed: 3 }
      const seats = solved(division)
      return { unmet: unmetPairs(pairs, id => seats.get(id)), figures: figuresOf(division, id => seats.get(id)) }
    }
    const byOrigin = solve(['gender', 'origin', 'score'])
    expect(byOrigin.unmet).toEqual([])
    expect(Math.max(...byOrigin.figures.map(f => f.originGap))).toBeLessThanOrEqual(1)
    expect(Math.max(...byOrigin.figures.map(f => Math.abs((f.meanScore ?? 0) - (f.majorScore ?? 0))))).toBeLessThan(2)
    expect(solve(['gender', 'score']).unmet).toEqual([])
  })
  it('lists who finds no room as without a class', () => {
    const members = Array.from({ length: 5 }, (_, n): Member => ({ id: `s${n}`, gradeMajorId: 'm', genderCode: '1', province: null, ethnicityCode: null, score: null }))
    const seats = solved({ members, classes: [{ id: 'a', gradeMajorId: 'm', capacity: 3 }], pairs: [], balance: ['gender'], seed: 1 })
    expect([...seats.values()].filter(c => c === null)).toHaveLength(2)
  })
})
