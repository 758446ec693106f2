import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { day } from '../places/testing.ts'
import { tempLocation } from './model/temp-location.ts'
import { form, nights, type TempSchool, tempSchool } from './testing.ts'

describe('nights elsewhere', () => {
  let s: TempSchool
  beforeAll(async () => {
    s = await tempSchool()
  })
  afterAll(() => s.close())

  expectApplication({ of: tempLocation, path: 'dorm/tempLocation', taken: ['overlap'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      await s.clear()
      return [s.mei.actor, s.yun.actor]
    },
    form: () => form(nights(day(3), 1)),
    approvers: [s.fdy],
  }))
})
