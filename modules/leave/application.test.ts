import { afterAll, beforeAll, describe } from 'vitest'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { leave } from './model/leave.ts'
import { formOf, type LeaveSchool, leaveSchool } from './testing.ts'

describe('a leave', () => {
  let s: LeaveSchool
  beforeAll(async () => {
    s = await leaveSchool()
  })
  afterAll(() => s.close())

  expectApplication({ of: leave, path: 'leave/leave', taken: ['overlap'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [(await s.newStudent(s.ids.s2301, '陈思远')).actor, (await s.newStudent(s.ids.s2301, '许可')).actor],
    form: () => formOf(s, s.monday, s.monday),
    approvers: [s.fdy],
  }))
})
