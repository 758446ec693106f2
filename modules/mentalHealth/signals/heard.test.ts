import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookAgain } from '#modules/warning/server/score-set.ts'
import { cards, type LeaveSchool, overdueLeave, warningSchool } from '#modules/warning/testing.ts'
import { kept, signalsFor } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await warningSchool()
})
afterAll(() => s.close())

it('50-MH8 a fact that early warning finds is heard once, with its value, and nothing of it comes back to the list', async () => {
  const psychologist = await s.as({ roles: ['psychologist'] })
  const { id: who } = await s.newStudent(s.ids.s2301, '秦一')
  await overdueLeave(s, who)
  await lookAgain(s.db, [who])
  await s.server.settle()
  // what lasts is of today at each look
  const own = async () => (await cards(s.fdy)).filter(c => c.studentId === who).map(({ score, level, parts }) => ({ score, level, parts: parts.map(p => ({ ...p, at: null })) }))
  const listed = await own()
  expect(listed).toHaveLength(1)
  expect(await kept(s, who)).toEqual([{ signal: 'leaveOverdue', weight: 2, caseId: null, state: 'new', value: 1 }])
  expect((await signalsFor(psychologist)).map(x => [x.name, x.title])).toEqual([['秦一', '请假到期未返']])
  await lookAgain(s.db, [who])
  await s.server.settle()
  expect(await kept(s, who)).toHaveLength(1)
  expect(await own()).toEqual(listed)
})
