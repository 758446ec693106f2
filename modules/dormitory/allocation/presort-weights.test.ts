import { describe, expect, it } from 'vitest'
import { solved } from './model/engine/solve.ts'
import type { Occupant, PlanInput } from './model/engine/types.ts'
import { type SoftRule, USUAL_RULES } from './model/rules.ts'
import { bedsIn, pad, plan, room, sleeper } from './testing-plans.ts'

/** Only one rule has weight. */
const only = (...names: SoftRule[]) => ({
  ...USUAL_RULES,
  weights: Object.fromEntries(Object.keys(USUAL_RULES.weights).map(name => [name, names.includes(name as SoftRule) ? 100 : 0])) as typeof USUAL_RULES.weights,
})
const roomOf = (input: PlanInput, effort = 60): Map<string, string | null> => new Map(solved(input, effort).lines.map(l => [l.studentId, l.roomId]))

describe('what makes a plan good', () => {
  const two = (more: (n: number) => Partial<Occupant>, count = 8) => Array.from({ length: count }, (_, n) => sleeper(`s${pad(n)}`, more(n)))
  const together = (of: Map<string, string | null>, ids: readonly string[]): boolean => new Set(ids.map(id => of.get(id))).size === 1
  it('20-DP2 keeps a class in a room, and classes that need several side by side', () => {
    const students = two(n => ({ classId: n % 2 ? 'odd' : 'even' }))
    const of = roomOf(plan({ students }))
    expect(together(of, ['s000', 's002', 's004', 's006'])).toBe(true)
    expect(together(of, ['s001', 's003', 's005', 's007'])).toBe(true)
    const big = roomOf(plan({ students: [...two(() => ({ classId: 'big' }), 8), ...two(() => ({ classId: 'other' }), 16).slice(8)] }))
    const numbers = [...new Set([...big].filter(([id]) => Number(id.slice(1)) < 8).map(([, id]) => Number(id?.slice(1))))].sort()
    expect(Math.abs((numbers[0] ?? 0) - (numbers[1] ?? 0))).toBe(1)
  })
  it('20-DP2 puts smokers, early risers and wished bed types where they fit, by the weight each has', () => {
    const smokers = roomOf(plan({ students: two(n => ({ smokes: n % 2 === 0 })), rules: only('smoking', 'full') }))
    expect(together(smokers, ['s000', 's002', 's004', 's006'])).toBe(true)
    const early = roomOf(plan({ students: two(n => ({ sleepAt: n % 2 ? 570 : 780, wakeAt: n % 2 ? 360 : 540 })), rules: only('rhythm', 'full') }))
    expect(together(early, ['s001', 's003', 's005', 's007'])).toBe(true)
    const rooms = [room(1)]
    const beds = bedsIn(rooms, ['upper', 'long'])
    const types = solved(plan({ rooms, beds, students: [sleeper('s1', { bedType: 'upper' }), sleeper('s2', { height: 195 })], rules: only('bedType', 'tall') }), 60).lines
    expect(types.map(l => beds.find(b => b.id === l.bedId)?.bedType)).toEqual(['upper', 'long'])
    const homes = roomOf(plan({ students: two(n => ({ prefecture: n < 4 ? '5201' : '4301' })), rules: only('prefecture', 'full') }))
    for (const id of new Set(homes.values())) expect([...homes].filter(([s, r]) => r === id && Number(s.slice(1)) < 4).length).toBeLessThanOrEqual(2)
  })
  it('20-DP3 counts a wish for a roommate only where both have it', () => {
    const students = two(n => ({ wishes: n === 0 ? ['s007'] : n === 7 ? ['s000'] : n === 1 ? ['s006'] : [] }))
    const { lines, measures } = solved(plan({ students, rules: only('wish') }), 60)
    const wish = (id: string) => lines.find(l => l.studentId === id)?.reasons.find(r => r.rule === 'wish')
    expect([wish('s000'), wish('s007')]).toEqual([
      { rule: 'wish', met: 1, of: 1 },
      { rule: 'wish', met: 1, of: 1 },
    ])
    expect([wish('s001'), wish('s006')]).toEqual([undefined, undefined])
    expect(measures).toMatchObject({ wishesMet: 2, wishesOf: 2 })
  })
  it('20-DP10 says of a medical ground that there is one', () => {
    const [line] = solved(plan({ students: [sleeper('s1', { hasPriority: true })] }), 5).lines
    expect(line?.reasons[0]).toEqual({ rule: 'priority', met: 1, of: 1 })
  })
})
