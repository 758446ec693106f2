import { describe, expect, it } from 'vitest'
import { type Content, contentOf, isContent, type Written } from './model/content.ts'
import type { Keyed } from './model/draw.ts'
import { expectationOf, passShare } from './model/expectation.ts'
import { decided } from './model/mark.ts'
import { type Given, markOf } from './model/marking.ts'
import { splitScore } from './model/material.ts'
import { countedOf, deadlineOf } from './model/timing.ts'

const content = (of: Written): Content => {
  const made = contentOf(of)
  if (!isContent(made)) throw new Error(made.rule)
  return made
}
const keys = (n: number, prefix = 'k'): Keyed[] => Array.from({ length: n }, (_, at): Keyed => [`${prefix}${at}`, at])
const mark = (of: Written, given: Given) => {
  const made = content(of)
  return markOf(made, { m: 2, o: keys(made.options.length), r: keys(made.rights.length, 'r') }, given, { subsetPercent: 50 })
}
describe('60-OT9 marking by machine', () => {
  const multi = { type: 'multi', stem: '题', options: '甲\n乙\n丙', answer: 'AB' } as const
  it.each([
    ['single right', { type: 'single', stem: '题', options: '甲\n乙', answer: 'B' }, 'k1', 2],
    ['single wrong', { type: 'single', stem: '题', options: '甲\n乙', answer: 'B' }, 'k0', 0],
    ['a key of another question', { type: 'single', stem: '题', options: '甲\n乙', answer: 'B' }, 'zz', 0],
    ['judged right', { type: 'judge', stem: '题', answer: '错' }, 'k1', 2],
    ['multi all', multi, ['k1', 'k0'], 2],
    ['multi subset', multi, ['k0'], 1],
    ['multi one wrong', multi, ['k0', 'k1', 'k2'], 0],
    ['multi nothing', multi, [], 0],
    ['blank, width and case', { type: 'blank', stem: '题', answer: 'HTTP|超文本' }, ' ｈｔｔｐ ', 2],
    ['blank, other', { type: 'blank', stem: '题', answer: 'HTTP' }, 'FTP', 0],
    ['blank in tolerance', { type: 'blank', stem: '题', answer: '3.14', tolerance: 0.01 }, '3.15', 2],
    ['blank beyond it', { type: 'blank', stem: '题', answer: '3.14', tolerance: 0.01 }, '3.2', 0],
    ['order whole', { type: 'order', stem: '题', options: '甲\n乙\n丙', answer: 'CAB' }, ['k2', 'k0', 'k1'], 2],
    ['order half', { type: 'order', stem: '题', options: '甲\n乙\n丙', answer: 'CAB' }, ['k1', 'k2', 'k0'], 1],
    ['match half', { type: 'match', stem: '题', options: '甲|一\n乙|二' }, { k0: 'r0', k1: 'r0' }, 1],
    ['match nothing', { type: 'match', stem: '题', options: '甲|一\n乙|二' }, 'k0', 0],
    ['not answered', { type: 'single', stem: '题', options: '甲\n乙', answer: 'B' }, null, 0],
    ['by hand', { type: 'short', stem: '题', answer: '要点' }, '写了', null],
    ['by hand, nothing written', { type: 'short', stem: '题', answer: '要点' }, null, 0],
  ] as Array<[string, Written, Given, number | null]>)('%s', (_what, of, given, score) => {
    expect(mark(of, given)).toBe(score)
  })
})
it.each([
  ['one is not enough', [8], null],
  ['at the limit both count', [8, 6], 7],
  ['beyond it a third is asked', [8, 5.9], null],
  ['the third counts with the nearer', [9, 5, 6], 5.5],
  ['between both with the higher', [9, 5, 7], 8],
] as Array<[string, number[], number | null]>)('60-OT10 double marking: %s', (_what, marks, score) => {
  expect([decided(marks, true, 10, 20), decided(marks, false, 10, 20)]).toEqual([score, marks[0]])
})
it('60-OT2 the score of a material is shared by its questions, and together they are the whole', () => {
  const split = (score: number, ...worth: number[]) =>
    splitScore(
      score,
      worth.map(w => ({ w })),
    )
  expect([split(10, 2, 3, 5), split(10, 1, 1, 1), split(0.5, 1, 1, 1, 1, 1, 1).includes(0)]).toEqual([[2, 3, 5], [3.3, 3.4, 3.3], true])
})
it('60-OT3 the deadline is the minutes with what is added, within the window with the same', () => {
  const at = (minutes: number): string => new Date(Date.UTC(2030, 0, 1, 0, minutes)).toISOString()
  const of = (more: object) => deadlineOf({ startedAt: at(0), minutes: 60, endTime: at(600), extraPercent: 0, extraMinutes: 0, ...more })
  expect([of({}), of({ endTime: at(30) }), of({ extraPercent: 25 }), of({ endTime: at(30), extraPercent: 25, extraMinutes: 5 })]).toEqual([60, 30, 75, 50].map(at))
})
it('60-OT7 of several attempts one counts', () => {
  const all = [3, 9, 5].map(total => ({ total }))
  expect((['best', 'last', 'first'] as const).map(how => countedOf(all, how)?.total)).toEqual([9, 5, 3])
  expect(countedOf([], 'best')).toBeUndefined()
})
describe('the expected result of a paper', () => {
  const question = (questionId: string, difficulty: number, p: number | null) => ({
    ...{ questionId, versionId: questionId, bankId: 'b', type: 'single' as const, topics: [], difficulty, options: 4, rights: 0, p },
  })
  const section = { title: '单选', type: 'single' as const, count: 4, scoreEach: 5, bankIds: ['b'], topics: null, spread: [2, 2, 0, 0, 0], mustIds: null }
  const all = [question('1', 1, 0.9), question('2', 1, 0.7), question('3', 2, 0.4), question('4', 2, null), question('5', 3, 0.1)]
  it('follows from the P of what each cell draws; what was never tried is like its cell, and said', () => {
    expect(expectationOf([section], all)).toMatchObject({ mean: expect.closeTo(2 * 5 * 0.8 + 2 * 5 * 0.4), needed: 4, unknown: 1 })
    expect(expectationOf([{ ...section, count: 1, spread: null, mustIds: ['5'] }], all)?.mean).toBeCloseTo(0.5)
    expect(expectationOf([section], [question('4', 2, null)])).toBeNull()
  })
  it('tells the share that passes, a half at the mean and less above', () => {
    expect([passShare({ mean: 12, sd: 4 }, 12), passShare({ mean: 12, sd: 0 }, 12.1), Math.round(passShare({ mean: 12, sd: 4 }, 16) * 100)]).toEqual([0.5, 0, 15])
  })
})
