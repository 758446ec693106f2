import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { fdyEvalScheme } from './model/scheme.ts'
import { type EvaluationSchool, evaluationSchool } from './testing.ts'

let s: EvaluationSchool
beforeAll(async () => {
  s = await evaluationSchool()
})
afterAll(() => s.close())
describe('an evaluation is a round', () => {
  expectRound({ of: fdyEvalScheme, path: 'counsellor/fdyEvalScheme' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => s.draft(window),
    take: id => s.rate(s.pupils[0] as EvaluationSchool['officer'], id),
  }))
})
