import { describe, expect, it } from 'vitest'
import { seededRandom } from '#model/random.ts'
import type { Level } from '../attention/model/attention-case.ts'
import { asksForHelp, dimensionScores, faultOf, isComplete, measure, proposedLevel, rangeOf, type ScaleRule } from './model/scoring.ts'
import { SHIPPED_SCALES } from './server/shipped-scales.ts'

const scale = (code: string): ScaleRule => SHIPPED_SCALES.find(s => s.code === code) as ScaleRule
const [phq, gad, scl, sds] = [scale('PHQ-9'), scale('GAD-7'), scale('SCL-90'), scale('SDS')]
/** Draws whole numbers, the same each time. */
function drawing(seed: number): (low: number, high: number) => number {
  const next = seededRandom(seed)
  return (low, high) => low + Math.floor(next() * (high - low + 1))
}
const TRIES = 300
/** Answers to a scale in which an item may be fixed. */
const drawn = ({ itemCount, low, high }: ScaleRule, draw: (low: number, high: number) => number): number[] => Array.from({ length: itemCount }, () => draw(low, high))
const level = (rule: ScaleRule, total: number, more: object = {}): Level | null => proposedLevel(rule, { total, factor: null, positives: null, isRisk: false, ...more })

describe('counting a scale', () => {
  it('50-MH3 keeps every total, factor and number of positive items within its range, whatever is answered', () => {
    const draw = drawing(7)
    for (const rule of [phq, gad, scl, sds])
      for (let n = 0; n < TRIES; n++) {
        const answers = drawn(rule, draw)
        const { total, factor, positives } = measure(rule, answers)
        for (const [value, of] of [
          [total, 'total'],
          [factor ?? rule.low, 'factor'],
          [positives ?? 0, 'positives'],
        ] as const) {
          const [from, to] = rangeOf(rule, of)
          expect([value >= from, value <= to]).toEqual([true, true])
        }
        expect(isComplete(rule, answers)).toBe(true)
        expect(isComplete(rule, answers.slice(1))).toBe(false)
        expect(isComplete(rule, [...answers.slice(1), rule.high + 1])).toBe(false)
        // a factor is a mean: between the least and the greatest of its items
        for (const { score } of dimensionScores(rule, answers)) expect(score >= Math.min(...answers) && score <= Math.max(...answers)).toBe(true)
      }
  })
  it('50-MH3 never proposes less for worse answers', () => {
    const draw = drawing(11)
    const urgency = (of: Level | null) => (of ? 5 - Number(of) : 0)
    for (const rule of [phq, gad, scl, sds])
      for (let n = 0; n < TRIES; n++) {
        const answers = drawn(rule, draw)
        const at = draw(0, rule.itemCount - 1)
        const worse = answers.map((a, i) => (i === at ? Math.min(rule.high, a + 1) : a))
        expect(urgency(proposedLevel(rule, measure(rule, worse)))).toBeGreaterThanOrEqual(urgency(proposedLevel(rule, measure(rule, answers))))
      }
  })
  it('50-MH3 proposes from the cut-offs on, and the most urgent of several', () => {
    expect([9, 10, 14, 15, 19, 20, 27].map(n => level(phq, n))).toEqual([null, '4', '4', '3', '3', '2', '2'])
    expect([9, 10, 15].map(n => level(gad, n))).toEqual([null, '4', '3'])
    expect([level(scl, 159), level(scl, 160), level(scl, 100, { factor: 2 }), level(scl, 100, { positives: 43 }), level(scl, 100, { positives: 44 })]).toEqual([
      null,
      '4',
      '4',
      null,
      '4',
    ])
    expect(level(phq, 10, { isRisk: true })).toBe('2')
    // standard scores: raw 42 × 1.25 is 52.5 and counts as 52
    expect([measure(sds, [...Array<number>(18).fill(2), 3, 3]).total, rangeOf(sds, 'total')]).toEqual([52, [25, 100]])
  })
  it('50-MH3 tells an item about harming oneself from any other', () => {
    for (let item = 1; item <= phq.itemCount; item++) {
      const answers = Array.from({ length: phq.itemCount }, (_, n) => (n + 1 === item ? 1 : 0))
      expect([item, asksForHelp(phq, answers)]).toEqual([item, item === 9])
    }
    expect(asksForHelp(gad, Array<number>(7).fill(3))).toBe(false)
  })
  it('50-MH14 doubts answers given too fast or all the same, not those of somebody without complaints', () => {
    const some = [0, 1, 2, 0, 1, 0, 0, 0, 0]
    expect([faultOf(phq, some, 17, 2), faultOf(phq, some, 18, 2)]).toEqual(['tooFast', null])
    expect([faultOf(phq, Array<number>(9).fill(2), 90, 2), faultOf(phq, Array<number>(9).fill(0), 90, 2), faultOf(phq, Array<number>(9).fill(0), 5, 2)]).toEqual([
      'straightLine',
      null,
      'tooFast',
    ])
  })
  it('ships items of the freely usable scales only', () => {
    expect(SHIPPED_SCALES.filter(s => s.items.length).map(s => [s.code, s.items.length, s.options.length])).toEqual([
      ['PHQ-9', 9, 4],
      ['GAD-7', 7, 4],
    ])
  })
})
