import { afterAll, beforeAll } from 'vitest'
import { expectLedger } from '#testing/ledger.ts'
import { branchLedger, leagueBranch } from './model/branch.ts'
import { type LeagueSchool, leagueSchool } from './testing.ts'

let s: LeagueSchool
let branches = 0
beforeAll(async () => {
  s = await leagueSchool()
})
afterAll(() => s.close())

// 40-M1, 40-M2, 40-M3: the standard tests of a ledger
expectLedger(branchLedger, {
  school: () => s,
  own: { book: 'league', bizDate: '2026-09-01', accountKey: '测试' },
  newAccount: async () =>
    (await s.db.insert(leagueBranch, { code: `TEST${++branches}`, name: '测试团支部', level: 'branch', parentId: s.branches.college, departmentId: s.ids.info })).id,
})
