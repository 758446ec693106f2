import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { civilisedRound } from './model/civilised.ts'
import { checkTask } from './model/record.ts'
import { checkScheme } from './model/scheme.ts'
import { type CheckSchool, checkSchool } from './testing.ts'

let s: CheckSchool
let schemeId = ''
beforeAll(async () => {
  s = await checkSchool()
  schemeId = (await s.db.unscoped(checkScheme).find({ kind: 'health' }))?.id ?? ''
})
afterAll(() => s.close())

describe('a task of checks', () => {
  expectRound({ of: checkTask, path: 'dorm/checkTask' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({ ...window, audience: { userIds: [s.manager.userId] }, schemeId, scopeKind: 'buildings', dormIds: [s.dorms.women], blind: false }),
  }))
})
describe('a round of civilised rooms', () => {
  expectRound({ of: civilisedRound, path: 'dorm/civilisedRound' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({
      ...window,
      ...{ audience: { roles: ['student'] }, from: today(), to: today(), minMean: 90, minSingle: 75, quotaPercent: 15, noticeWorkdays: 1, atEnd: 'stay' },
    }),
  }))
})
