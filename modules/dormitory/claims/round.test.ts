import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { claimRound } from './model/round.ts'
import { type Chooser, type ClaimSchool, claimSchool } from './testing.ts'

let s: ClaimSchool
let who: Chooser
beforeAll(async () => {
  s = await claimSchool()
  who = (await s.choosers(1))[0] as Chooser
})
afterAll(() => s.close())

describe('a round of bed selection', () => {
  expectRound({ of: claimRound, path: 'dorm/claimRound', shut: ['early', 'late', 'paused', 'notOpen'] }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({ ...window, audience: { roles: ['student'] }, pool: { dormIds: [s.at('7号楼')], grants: [] }, waves: [], moveIn: s.moveIn }),
    take: id => s.hold(who, id, '7号楼201-1'),
  }))
})
