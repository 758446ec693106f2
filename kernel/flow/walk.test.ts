import { describe, expect, it } from 'vitest'
import { fill } from '#model'
import { ask, either, flow, fork, world } from '#testing/flow.ts'
import type { Condition, Fact } from './condition.ts'
import { sayBranch, sayCondition } from './condition-text.ts'
import { pathOf } from './walk.ts'

const facts: readonly Fact[] = [
  { name: 'mergedDays', label: '合并天数', type: 'number', unit: '天', from: 'module' },
  { name: 'nearHoliday', label: '在节假日前后', type: 'bool', from: 'module' },
  { name: 'isGraduate', label: '是否毕业班', type: 'bool', from: 'applicant' },
  { name: 'hasOpen', label: '有未销假的请假', type: 'bool', from: 'module' },
  { name: 'leaveType', label: '请假类型', type: 'choice', choices: { sick: '病假', personal: '事假' }, from: 'form' },
  { name: 'begin', label: '开始日期', type: 'date', from: 'form' },
  { name: 'amount', label: '金额', type: 'number', unit: 'fen', from: 'form' },
]
const say = (condition: Condition) => sayCondition(condition, facts, fill)

describe('a condition in words', () => {
  it('reads as people would say it', () => {
    const short: Condition = { fact: 'mergedDays', op: 'le', value: 3 }
    expect(say({ all: [short, { fact: 'nearHoliday', op: 'eq', value: false }] })).toBe('合并天数不超过 3 天且不在节假日前后')
    expect(say({ any: [{ all: [short, { fact: 'leaveType', op: 'in', value: ['sick'] }] }, { fact: 'nearHoliday', op: 'eq', value: true }] })).toBe(
      '（合并天数不超过 3 天且请假类型是病假）或在节假日前后',
    )
    expect(say({ fact: 'leaveType', op: 'notIn', value: ['sick', 'personal'] })).toBe('请假类型不是病假、事假中的任何一个')
    expect(say({ not: short })).toBe('并非（合并天数不超过 3 天）')
    expect(say({ fact: 'begin', op: 'ge', value: '2026-09-01' })).toBe('开始日期不早于 2026-09-01')
    expect(say({ fact: 'amount', op: 'gt', value: 150000 })).toBe('金额超过 1500 元')
    expect([say({ fact: 'isGraduate', op: 'eq', value: true }), say({ fact: 'hasOpen', op: 'ne', value: true })]).toEqual(['是否毕业班为“是”', '没有未销假的请假'])
    expect([say({ fact: 'begin', op: 'empty' }), say({ all: [] }), sayBranch({}, facts, fill)]).toEqual(['开始日期没有填写', '任何情况', '其他情况'])
  })
})

describe('10-W19 simulation', () => {
  const long: Condition = { fact: 'mergedDays', op: 'gt', value: 3 }
  const graph = flow(ask('a'), either('c', long, [ask('b')], []), fork('f', [ask('x')], [{ id: 'w', type: 'wait', name: '公示', hours: 120 }]), ask('z'))
  const people = { a: ['fdy'], b: ['dean'], x: ['office'], z: ['leader'] }
  const path = (around: Parameters<typeof world>[0] = {}) => pathOf(graph, world({ people, facts: { mergedDays: 5 }, ...around }))

  it('10-W19 shows the whole path with people, the branch taken and the lines walked', () => {
    const made = path()
    expect(made.steps.map(s => s.node)).toEqual(['start', 'a', 'c', 'b', 'f', 'x', 'w', 'fJoin', 'z', 'end'])
    expect(made.steps.find(s => s.node === 'b')?.people).toEqual([{ userId: 'dean', role: 'dean的岗位' }])
    expect(made.steps.find(s => s.node === 'c')?.branch?.when).toEqual(long)
    expect(made.edges).toContain('c>b')
    expect(made).toMatchObject({ isThrough: true, warnings: [], needs: [] })
    const short = path({ facts: { mergedDays: 2 } })
    expect(short.steps.map(s => s.node)).toEqual(['start', 'a', 'c', 'f', 'x', 'w', 'fJoin', 'z', 'end'])
    expect(short.edges).toContain('c>f')
  })
  const warnings = (around: Parameters<typeof world>[0]) => path(around).warnings.map(w => `${w.rule.slice(5)}@${w.node}`)
  it('10-W19 warns of steps nobody is there for, and says what the policy makes of it', () => {
    expect(warnings({ people: { ...people, b: [] } })).toEqual(['nobodyOwner@b'])
    expect(path({ people: { ...people, b: [] } }).warnings[0]).toMatchObject({ values: { node: '环节b' }, level: 'warning' })
  })
  it('10-W19 warns where the applicant would decide, and where one person decides twice', () => {
    expect(warnings({ applicant: 'dean', superiors: { b: ['boss'] } })).toEqual(['nobodySuperior@b'])
    expect(warnings({ applicant: 'dean' })).toEqual(['ownOwner@b'])
    expect(warnings({ applicant: 'dean', people: { ...people, b: ['dean', 'other'] } })).toEqual(['withoutApplicant@b'])
    expect(warnings({ people: { ...people, b: ['fdy'] } })).toEqual(['samePerson@b'])
    const passing = flow(ask('a'), ask('b', { samePolicy: 'pass' }), ask('z'))
    expect(pathOf(passing, world({ people: { ...people, b: ['fdy'] } })).warnings.map(w => w.rule)).toEqual(['walk.samePasses'])
  })
  it('10-W19 says where it would be stuck and what must be looked up', () => {
    const made = path({ people: { ...people, b: [] }, owners: [] })
    expect(made.isThrough).toBe(false)
    expect(made.warnings).toMatchObject([{ rule: 'walk.stuck', node: 'b', level: 'error' }])
    expect(path({ people: { a: ['fdy'] } })).toMatchObject({ isThrough: false, needs: ['b'], warnings: [] })
  })
})
