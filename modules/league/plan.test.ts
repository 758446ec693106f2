import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { expectLedger } from '#testing/ledger.ts'
import { branchLedger, leagueBranch } from './model/branch.ts'
import { type LeagueSchool, leagueSchool } from './testing.ts'
import { leagueFeePlan } from './model/plan.ts'

let s: LeagueSchool
let branches = 0
beforeAll(async () => {
  s = await leagueSchool()
  await s.self(await s.member('one', '周雨'))
})
afterAll(() => s.close())

describe('a plan of league fees', () => {
  let months = 0
  expectRound({ of: leagueFeePlan, path: 'league/leagueFeePlan' }, () => ({
    publisher: s.league,
    // plans of the same months exclude each other
    draft: window => ({ ...window, audience: { all: true }, fromMonth: `${2030 + months++}-01-01`, months: 1, dueDate: '2099-01-01', merchantId: s.merchantId }),
  }))
})
// 40-M1, 40-M2, 40-M3: the standard tests of a ledger
expectLedger(branchLedger, {
  school: () => s,
  own: { book: 'league', bizDate: '2026-09-01', accountKey: '测试' },
  newAccount: async () => (await s.db.insert(leagueBranch, { code: `TEST${++branches}`, name: '测试团支部', level: 'branch', parentId: s.branches.college, departmentId: s.ids.info })).id,
})
