import { expect, it } from 'vitest'
import { documentGaps } from './model/gaps.ts'

it('50-PN7 a decision names student, facts, evidence, basis, kind, period and the way of appeal; each that is missing is said', () => {
  const whole = { studentId: '1', facts: '<p>扰乱课堂秩序</p>', materialIds: ['1'], measure: 'punishment', decidedLevel: 'warning' as const, periodMonths: 6 }
  const of = { ruleIds: ['1'], appealTo: '学生申诉处理委员会' }
  expect(documentGaps(whole, of)).toEqual([])
  expect(documentGaps({ ...whole, studentId: null }, of)).toEqual(['学生基本信息'])
  for (const facts of [null, '<p>&nbsp; </p>']) expect(documentGaps({ ...whole, facts }, of)).toEqual(['认定事实'])
  for (const materialIds of [null, []]) expect(documentGaps({ ...whole, materialIds }, of)).toEqual(['证据'])
  expect(documentGaps(whole, { ...of, ruleIds: [] })).toEqual(['处分依据'])
  expect(documentGaps({ ...whole, decidedLevel: null, periodMonths: 6 }, of)).toEqual(['处分种类'])
  expect(documentGaps({ ...whole, periodMonths: null }, of)).toEqual(['处分期'])
  expect(documentGaps(whole, { ...of, appealTo: ' ' })).toEqual(['申诉途径和期限'])
  // what ends somebody's studies has no period, and a measure no kind either
  expect(documentGaps({ ...whole, decidedLevel: 'expulsion', periodMonths: null }, of)).toEqual([])
  expect(documentGaps({ ...whole, measure: 'withdrawal', decidedLevel: null, periodMonths: null }, of)).toEqual([])
})
