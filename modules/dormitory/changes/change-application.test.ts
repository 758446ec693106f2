import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { dormChange } from './model/dorm-change.ts'
import { type ChangeSchool, changeSchool, form } from './testing.ts'

describe('a change of bed', () => {
  let s: ChangeSchool
  beforeAll(async () => {
    s = await changeSchool()
  })
  afterAll(() => s.close())

  expectApplication({ of: dormChange, path: 'dorm/dormChange', taken: ['running'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      await s.clear()
      return [s.mei.actor, s.yun.actor]
    },
    form: () => form({ toBedId: s.bed(8) }),
    again() {
      const { type: _type, ...said } = form({ toBedId: s.bed(8) })
      return said
    },
    approvers: [s.fdy, s.manager],
  }))
})
