import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { day, type StandingSchool, standingSchool } from '../testing.ts'
import { statusChange } from './model/status-change.ts'

let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
})
afterAll(() => s.close())

describe('30-SC1 a change of standing', () => {
  expectApplication({ of: statusChange, path: 'standing/statusChange', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [(await s.pupil()).actor, (await s.pupil()).actor],
    form: () => ({ typeId: s.types.classChange, reasonCode: '15', reasonText: '与同学相处', effectiveDate: day(3), toClassId: s.ids.s2302 }),
    approvers: [s.fdy, s.college, s.officer],
  }))
})
