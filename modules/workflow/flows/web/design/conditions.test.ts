import { describe, expect, it } from 'vitest'
import { type Condition, checkCondition, type Fact, factsIn, holds } from '#flow/index.ts'
import { asGroup, comparisonOf, fromGroup, withOp, withValue } from './conditions.ts'

const days: Fact = { name: 'days', label: '天数', type: 'number', from: 'module' }
const isOut: Fact = { name: 'isOut', label: '是否离校', type: 'bool', from: 'form' }
const more = (value: number): Condition => ({ fact: 'days', op: 'gt', value })

describe('a condition as a group that people edit', () => {
  it('means the same after it was taken apart and put together again', () => {
    const conditions: Condition[] = [
      more(3),
      { all: [more(3), { fact: 'isOut', op: 'eq', value: true }] },
      { any: [more(3), more(5)] },
      { not: more(3) },
      { not: { any: [more(3), more(5)] } },
      { not: { all: [more(3), more(5)] } },
      { not: { not: more(3) } },
      { atLeast: 2, of: [more(3), more(5), { fact: 'isOut', op: 'eq', value: true }] },
      { not: { atLeast: 1, of: [more(3), { all: [more(5)] }] } },
    ]
    for (const condition of conditions)
      for (const n of [1, 4, 9])
        for (const out of [true, false]) expect(holds(fromGroup(asGroup(condition)), { days: n, isOut: out })).toBe(holds(condition, { days: n, isOut: out }))
  })
  it('never asks for more of a group than there are', () => {
    expect(fromGroup({ kind: 'some', n: 3, parts: [more(1), more(2)] })).toEqual({ atLeast: 2, of: [more(1), more(2)] })
    expect(asGroup({ atLeast: 2, of: [more(1), more(2)] })).toEqual({ kind: 'some', n: 2, parts: [more(1), more(2)] })
  })
  it('keeps a value that still makes sense when it is compared another way', () => {
    const one = withValue(comparisonOf(days), 3)
    expect(one).toEqual({ fact: 'days', op: 'gt', value: 3 })
    expect(withOp(one, 'in', days)).toEqual({ fact: 'days', op: 'in', value: [3] })
    expect(withOp(withOp(one, 'in', days), 'le', days)).toEqual({ fact: 'days', op: 'le', value: 3 })
    expect(withOp(one, 'empty', days)).toEqual({ fact: 'days', op: 'empty' })
  })
  it('begins with a comparison that only lacks its value, and a question of yes or no lacks nothing', () => {
    expect(checkCondition(comparisonOf(days), [days]).map(p => p.rule)).toEqual(['noValue'])
    expect(checkCondition(comparisonOf(isOut), [isOut])).toEqual([])
  })
  it('names what it speaks of, however deep', () => {
    expect(factsIn({ all: [more(1), { not: { any: [{ fact: 'isOut', op: 'filled' }] } }] })).toEqual(['days', 'isOut'])
    expect(factsIn(undefined)).toEqual([])
  })
})
