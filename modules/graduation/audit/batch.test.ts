import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { type GraduationSchool, graduationSchool } from '../testing.ts'
import { graduationBatch } from './model/batch.ts'

let s: GraduationSchool
beforeAll(async () => {
  s = await graduationSchool()
  await s.pupil()
})
afterAll(() => s.close())

describe('a batch of graduation', () => {
  expectRound({ of: graduationBatch, path: 'graduation/graduationBatch' }, () => ({
    publisher: s.officer,
    draft: window => ({ ...window, audience: { roles: ['student'] }, certDate: today(), includesLate: false, noticeLevel: 'school', noticeWorkdays: 1 }),
  }))
})
