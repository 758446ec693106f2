import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, checkCondition, type Fact, type Facts, holds, partsOf } from '#flow/index.ts'
import { fill } from '#model'
import { explain, type NamedCondition } from './model/explain.ts'
import { unmetText } from './server/conditions.ts'

const NAMES = ['a', 'b', 'c', 'd']
const known: readonly Fact[] = NAMES.map(name => ({ name, label: name, type: 'number', from: 'student' }))
const comparison: fc.Arbitrary<Condition> = fc.record({
  fact: fc.constantFrom(...NAMES),
  op: fc.constantFrom('gt' as const, 'le' as const, 'eq' as const),
  value: fc.integer({ min: 0, max: 4 }),
})
const parts = (of: fc.Arbitrary<Condition>) => fc.array(of, { minLength: 1, maxLength: 4 })
const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    parts(tie('condition')).map(all => ({ all })),
    parts(tie('condition')).map(any => ({ any })),
    parts(tie('condition')).chain(of => fc.integer({ min: 1, max: of.length }).map(atLeast => ({ atLeast, of }))),
    tie('condition').map(not => ({ not })),
  ),
}))
/** Some facts may be missing. */
const facts: fc.Arbitrary<Facts> = fc.record(Object.fromEntries(NAMES.map(name => [name, fc.integer({ min: 0, max: 4 })])), { requiredKeys: [] })
const reader = { known, say: fill, readable: new Set(NAMES) }
const told = (when: Condition, of: Facts, frozen?: Facts) => explain([{ name: '条件', when, ...(frozen ? { isFrozen: true } : {}) }], { facts: of, frozen }, known, fill)[0]
const leaves = (of: Condition): Condition[] => ('fact' in of ? [of] : partsOf(of).flatMap(leaves))

describe('40-A1 at least some of a group', () => {
  it('is "or" for one and "and" for all of them, and harder the more are asked for', () => {
    fc.assert(
      fc.property(parts(condition), facts, (of, by) => {
        const atLeast = (n: number): boolean => holds({ atLeast: n, of }, by)
        expect([atLeast(1), atLeast(of.length)]).toEqual([holds({ any: of }, by), holds({ all: of }, by)])
        const all = of.map((_part, at) => atLeast(at + 1))
        expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)))
        expect(all.filter(Boolean)).toHaveLength(of.filter(part => holds(part, by)).length)
      }),
    )
  })
  it('is refused where it asks for none or more than there are', () => {
    const rules = (atLeast: unknown, of: unknown) => checkCondition({ atLeast, of } as never, known).map(p => p.rule)
    const one: Condition = { fact: 'a', op: 'gt', value: 1 }
    expect([rules(1, [one]), rules(2, [one, one])]).toEqual([[], []])
    for (const wrong of [0, 3, 1.5, '1', null]) expect(rules(wrong, [one, one])).toEqual(['wrongCount'])
    expect([rules(1, []), rules(1, 'x'), rules(1, [{ fact: 'gone', op: 'gt', value: 1 }])]).toEqual([['noParts'], ['noParts'], ['unknownFact']])
  })
})

describe('40-A1 an explanation', () => {
  it('says no exactly where the condition does not hold, by comparisons of it', () => {
    fc.assert(
      fc.property(condition, facts, (when, by) => {
        const of = told(when, by)
        expect([of?.isMet, of?.failed.length === 0]).toEqual([holds(when, by), holds(when, by)])
        const compared = leaves(when).map(leaf => ('fact' in leaf ? leaf.fact : ''))
        for (const { fact, value } of of?.failed ?? []) if (fact) expect([compared.includes(fact), value]).toEqual([true, by[fact]])
      }),
    )
  })
  it('names how many of a group are met, and what of it is not', () => {
    const of: Condition[] = NAMES.slice(0, 3).map(fact => ({ fact, op: 'gt', value: 2 }))
    const failed = told({ atLeast: 2, of }, { a: 3, b: 1 })?.failed ?? []
    expect(failed.map(f => unmetText(f, reader))).toEqual(['3 项中须满足 2 项，现满足 1 项', 'b超过 2（现为 1）', 'c超过 2（没有这项数据）'])
  })
})

describe('40-A2 a frozen condition', () => {
  it('is decided by the values of the publication alone, whatever happened since; without them by today’s', () => {
    fc.assert(
      fc.property(condition, facts, facts, (when, now, then) => {
        const of = told(when, now, then)
        expect(of?.isMet).toBe(holds(when, then))
        expect(of?.today?.isMet).toBe(holds(when, then) === holds(when, now) ? undefined : holds(when, now))
        const frozen: NamedCondition = { name: '条件', when, isFrozen: true }
        expect(explain([frozen], { facts: now }, known, fill)).toEqual(explain([{ name: '条件', when }], { facts: now }, known, fill))
      }),
    )
  })
  it('shows both values, and where there is none', () => {
    const text = (now: Facts, then: Facts) => told({ fact: 'a', op: 'gt', value: 2 }, now, then)?.failed.map(f => unmetText(f, reader))
    expect([text({ a: 3 }, { a: 1 }), text({}, { a: 1 }), text({ a: 3 }, {})]).toEqual([
      ['a超过 2（发布时为 1，现为 3）'],
      ['a超过 2（发布时为 1，现为 没有数据）'],
      ['a超过 2（发布时为 没有数据，现为 3）'],
    ])
    expect(text({ a: 1 }, { a: 3 })).toEqual([])
    expect(told({ fact: 'a', op: 'gt', value: 2 }, { a: 1 }, { a: 3 })?.today).toMatchObject({ isMet: false, failed: [{ fact: 'a', value: 1 }] })
  })
})
