import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settle } from './model/answers.ts'
import { problemsOf } from './model/check-questions.ts'
import { flagsOf } from './model/flags.ts'
import { END, type Question, question } from './model/question.ts'
import { rehearse, someAnswer } from './model/rehearsal.ts'
import { combinationOf, keptStrata } from './model/strata.ts'
import { changedBeyondWording } from './model/versions.ts'
import { walk } from './model/walk.ts'

const option = (key: string, more: object = {}) => ({ key, label: `选项${key}`, exclusive: null, openText: null, score: null, ...more })
const OPTIONS = [option('a'), option('b'), option('c')]
const single = (key: string, more: Partial<Question> = {}): Question => question({ key, type: 'single', title: `题${key}`, required: true, options: OPTIONS, ...more })
const sayWhich = (which: unknown): string => (typeof which === 'object' ? `第 ${(which as { values: { n: number } }).values.n} 题` : '')
const rulesOf = (questions: readonly Question[]): string[] => problemsOf(questions).map(p => `${sayWhich(p.values.which)}${p.rule}`)

/** Lists of single choices with conditions and jumps of every kind, right and wrong. */
const lists = fc.integer({ min: 1, max: 7 }).chain(n => {
  const key = fc.integer({ min: 0, max: n }).map(i => `q${i}`)
  const value = fc.constantFrom('a', 'b', 'c', 'z')
  const rule = fc.record({ question: key, op: fc.constantFrom('is', 'isNot', 'answered' as const), value })
  const jump = fc.record({ option: fc.option(fc.constantFrom('a', 'b', 'c')), to: fc.oneof(key, fc.constant(END)) })
  const one = fc.record({ showIf: fc.array(rule, { maxLength: 2 }), showAny: fc.boolean(), jumps: fc.array(jump, { maxLength: 2 }), required: fc.boolean() })
  return fc.array(one, { minLength: n, maxLength: n }).map(all => all.map((more, i) => single(`q${i}`, more as Partial<Question>)))
})
const answersFor = (questions: readonly Question[], random: () => number) => Object.fromEntries(questions.map(q => [q.key, someAnswer(q, random)]))

describe('60-SV2 the checker', () => {
  it('60-SV2 refuses each fault and names the question', () => {
    const is = (of: string, value = 'a') => [{ question: of, op: 'is' as const, value }]
    expect(rulesOf([])).toEqual(['empty'])
    expect(rulesOf([single('x', { showIf: is('y') }), single('y', { showIf: is('x') })])).toEqual(['第 1 题cycle'])
    expect(rulesOf([single('x', { showIf: is('y') }), single('y')])).toEqual(['第 1 题later'])
    expect(rulesOf([single('x', { showIf: is('x') })])).toEqual(['第 1 题cycle'])
    expect(rulesOf([single('x'), single('y', { jumps: [{ option: null, to: 'x' }] })])).toEqual(['第 2 题backward'])
    expect(rulesOf([single('x'), single('y', { jumps: [{ option: null, to: 'nowhere' }] })])).toEqual(['第 2 题noTarget'])
    expect(rulesOf([single('x'), single('y', { showIf: is('x', 'z') })])).toEqual(['第 2 题missingOption'])
    expect(rulesOf([single('x', { jumps: [{ option: 'z', to: END }] })])).toEqual(['第 1 题missingOption'])
    expect(rulesOf([single('x', { jumps: [{ option: null, to: 'z' }] }), single('y', { required: false }), single('z')])).toEqual(['第 2 题unreachable'])
    expect(rulesOf([single('x'), single('y', { showIf: [...is('x', 'a'), ...is('x', 'b')] })])).toEqual(['第 2 题requiredUnseen'])
    expect(rulesOf([single('x'), single('x')])).toEqual(['第 2 题sameKey'])
    expect(rulesOf([question({ key: 'm', type: 'multi', title: '多选', options: OPTIONS, min: 3, max: 2 })])).toEqual(['第 1 题bounds'])
    expect(rulesOf(Array.from({ length: 300 }, (_, i) => single(`q${i}`)))).toEqual(['many'])
    expect(rulesOf([single('x', { options: [option('a'), option('a')] })])).toEqual(['第 1 题sameOption'])
  })
  it('60-SV2 lets no list pass in which a walk goes astray, and calls unreachable only what no walk meets', () => {
    fc.assert(
      fc.property(lists, fc.integer(), (questions, seed) => {
        const problems = problemsOf(questions)
        const seen = new Set<string>()
        const { unseen } = rehearse(questions, seed, 60)
        for (const q of questions) if (!unseen.includes(q)) seen.add(q.key)
        const dead = problems.filter(p => p.rule === 'unreachable' || p.rule === 'requiredUnseen')
        for (const { key } of dead) expect(seen.has(key)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
  it('60-SV3 walks forward, meets each question once, and shows only what its conditions allow', () => {
    fc.assert(
      fc.property(lists, fc.func(fc.double({ min: 0, max: 0.999, noNaN: true })), (questions, random) => {
        let n = 0
        const answers = answersFor(questions, () => random(n++))
        const path = walk(questions, answers)
        const places = path.map(q => questions.indexOf(q))
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
        const { kept } = settle(questions, answers)
        expect(Object.keys(kept).every(key => path.some(q => q.key === key))).toBe(true)
        // what is dropped changes nothing: the answers that count lead the same way
        if (!problemsOf(questions).length) expect(walk(questions, kept)).toEqual(path)
      }),
      { numRuns: 500 },
    )
  })
})
describe('60-SV3 answers', () => {
  const many = question({ key: 'm', type: 'multi', title: '多选', options: [...OPTIONS, option('none', { exclusive: true })], min: 2, max: 3 })
  it.each([
    [many, ['a', 'none'], 'exclusive'],
    [many, ['none'], undefined],
    [many, ['a'], 'few'],
    [many, ['a', 'a'], 'option'],
    [question({ key: 'n', type: 'number', title: '数字', min: 1, max: 5 }), 6, 'large'],
    [question({ key: 's', type: 'nps', title: '推荐' }), 11, 'large'],
    [question({ key: 'd', type: 'date', title: '日期' }), '2026-02-30', 'date'],
    [question({ key: 'r', type: 'ranking', title: '排序', options: OPTIONS }), ['a', 'b'], 'ranking'],
    [question({ key: 'l', type: 'allocation', title: '分配', options: OPTIONS }), { a: 60, b: 39 }, 'sum'],
    [
      question({
        key: 'x',
        type: 'matrix',
        title: '矩阵',
        required: true,
        rows: [
          { key: 'r1', label: '一' },
          { key: 'r2', label: '二' },
        ],
        options: OPTIONS,
        cell: 'single',
      }),
      { r1: 'a' },
      'rows',
    ],
  ])('60-SV3 are judged by their kind: %#', (q, answer, rule) => {
    expect(settle([q], { [q.key]: answer }).problems.map(p => p.rule)).toEqual(rule ? [rule] : [])
  })
  it('60-SV3 keep the words beside an option that has been chosen, and no others', () => {
    const q = single('x', { options: [option('a'), option('o', { openText: true })] })
    expect(settle([q], { x: 'o', 'x.o': ' 别的 ', 'x.a': '多余' }).kept).toEqual({ x: 'o', 'x.o': '别的' })
    expect(settle([q], { x: 'a', 'x.o': '别的' }).kept).toEqual({ x: 'a' })
  })
  it('60-SV9 are flagged as too quick, straight, or contradictory', () => {
    const rows = Array.from({ length: 5 }, (_, i) => ({ key: `r${i}`, label: `${i}` }))
    const grid = question({ key: 'g', type: 'matrix', title: '矩阵', rows, cell: 'scale' })
    const path = [single('x'), single('y', { contradicts: [{ option: 'a', question: 'x', value: 'b' }] }), grid]
    const straight = Object.fromEntries(rows.map(r => [r.key, 3]))
    expect(flagsOf(path, { x: 'b', y: 'a', g: straight }, 5, 2)).toEqual(['fast', 'straight', 'contradiction'])
    expect(flagsOf(path, { x: 'a', y: 'a', g: { ...straight, r0: 4 } }, 6, 2)).toEqual([])
  })
})
it('60-SV1 joins versions by keys: wording and appended options pass, nothing else', () => {
  const before = [single('x'), single('y', { showIf: [{ question: 'x', op: 'is', value: 'a' }] })]
  const change = (more: Partial<Question>): Question[] => [{ ...(before[0] as Question), ...more }, before[1] as Question]
  expect(changedBeyondWording(before, change({ title: '改了字', options: [...OPTIONS.map(o => ({ ...o, label: `${o.label}！` })), option('d')] }))).toBeUndefined()
  expect(changedBeyondWording(before, change({ options: [option('d'), ...OPTIONS] }))?.key).toBe('x')
  expect(changedBeyondWording(before, change({ options: OPTIONS.slice(1) }))?.key).toBe('x')
  expect(changedBeyondWording(before, change({ required: false }))?.key).toBe('x')
  expect(changedBeyondWording(before, [...before, single('z')])?.key).toBe('z')
  expect(changedBeyondWording(before, before.slice(0, 1))?.key).toBe('y')
})
it('60-SV4 keeps strata only where every combination counts enough people', () => {
  const member = fc.record({
    college: fc.constantFrom('甲', '乙'),
    grade: fc.constantFrom('2023', '2024'),
    gender: fc.constantFrom('1', '2'),
    level: fc.constant('5'),
    n: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 10 }), (counted, least) => {
      const { by, combinations } = keptStrata(['college', 'grade', 'gender'], counted, least)
      const size = (key: string) => counted.filter(m => combinationOf(m, by) === key).reduce((n, m) => n + m.n, 0)
      expect(combinations.every(key => size(key) >= least)).toBe(true)
    }),
  )
  expect(
    keptStrata(
      ['college', 'gender'],
      [
        { college: '甲', grade: null, gender: '1', level: null, n: 9 },
        { college: '甲', grade: null, gender: '2', level: null, n: 4 },
      ],
      5,
    ).by,
  ).toEqual(['college'])
})
