import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { signTask } from './model/sign-task.ts'
import { type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
beforeAll(async () => {
  s = await signSchool()
})
afterAll(() => s.close())

describe('a task of attendance', () => {
  expectRound({ of: signTask, path: 'signIn/signTask' }, () => ({
    school: s,
    publisher: s.fdy,
    draft: window => ({ ...window, audience: { classIds: [s.ids.s2301] }, kind: 'meeting', ways: ['number'] }),
  }))
})
