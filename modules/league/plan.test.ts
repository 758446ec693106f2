import { afterAll, beforeAll, describe } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { leagueFeePlan } from './model/plan.ts'
import { type LeagueSchool, leagueSchool } from './testing.ts'

let s: LeagueSchool
beforeAll(async () => {
  s = await leagueSchool()
  await s.self(await s.member('one', '周雨'))
})
afterAll(() => s.close())

describe('a plan of league fees', () => {
  let months = 0
  expectRound({ of: leagueFeePlan, path: 'league/leagueFeePlan' }, () => ({
    school: s,
    publisher: s.league,
    // plans of the same months exclude each other
    draft: window => ({ ...window, audience: { all: true }, fromMonth: `${2030 + months++}-01-01`, months: 1, dueDate: '2099-01-01', merchantId: s.merchantId }),
  }))
})
