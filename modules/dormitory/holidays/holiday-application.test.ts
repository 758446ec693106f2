import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { holidayStay } from './model/holiday-stay.ts'
import { form, type HolidaySchool, holidaySchool } from './testing.ts'

describe('a stay over a holiday', () => {
  let s: HolidaySchool
  let planId: string
  beforeAll(async () => {
    s = await holidaySchool()
  })
  afterAll(() => s.close())

  expectApplication({ of: holidayStay, path: 'dorm/holidayStay', taken: ['twice'] }, () => ({
    db: s.db,
    async applicants() {
      planId = await s.plan()
      return [s.who(0).actor, s.who(1).actor]
    },
    form: () => form({ planId }),
    again: () => form(),
    approvers: [s.fdy, s.college, s.manager],
    edits: { 0: { guardianAgreed: true } },
  }))
})
