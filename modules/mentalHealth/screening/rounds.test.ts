import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { mhScreening } from './model/screening.ts'
import { type Pupil, type ScreeningSchool, screeningSchool } from './testing.ts'

let s: ScreeningSchool
beforeAll(async () => {
  s = await screeningSchool()
})
afterAll(() => s.close())
describe('a screening is a round', () => {
  expectRound({ of: mhScreening, path: 'mentalHealth/mhScreening' }, () => ({
    school: s,
    publisher: s.psychologist,
    draft: window => s.draft(window),
    take: id => s.answer(s.pupils[0] as Pupil, id),
  }))
})
