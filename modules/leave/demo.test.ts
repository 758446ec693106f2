import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { processInstance } from '#modules/workflow/cases/model/instance.ts'
import type { myCases } from '#modules/workflow/cases/model/my-cases.ts'
import type { flowStatistics } from '#modules/workflow/oversight/model/oversight.ts'
import { makePast, type PastCase } from '#modules/workflow/server/demo-cases.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { leaveSubject } from './model/flow.ts'
import { leave } from './model/leave.ts'
import { at, type LeaveSchool, leaveSchool } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await leaveSchool()
})
afterAll(() => s.close())

const DAY = addDays(today(), -6)
async function past(no: string, days: number, decisions: PastCase['decisions']): Promise<PastCase> {
  const [startAt, endAt] = [at(addDays(DAY, 1), '08:00'), at(addDays(DAY, days), '18:00')]
  const who = await s.newStudent(s.ids.s2301)
  const row = await s.db.insert(leave, {
    leaveNo: no,
    studentId: who.id,
    classId: s.ids.s2301,
    departmentId: s.ids.info,
    typeId: s.types.personal as string,
    startAt,
    endAt,
    days,
    reason: '回家',
    leavesCampus: false,
    leavesCity: false,
    state: 'pending',
  })
  return { row, startedAt: at(DAY, '09:00'), decisions }
}
it('past applications went through their steps, at their time, and nobody is told of them now', async () => {
  const told = captureNotifications(s.server)
  const yes = { action: 'approve' as const, opinion: '同意', hours: 2 }
  const cases = [
    await past('P1', 4, [yes]),
    await past('P2', 1, [{ ...yes, action: 'return' }]),
    await past('P3', 1, [{ ...yes, action: 'reject' }]),
    await past('P4', 1, [{ ...yes, action: 'withdraw' }]),
    await past('P5', 1, [{ ...yes, action: 'return', opinion: '请补充' }, yes]),
  ]
  await s.db.tx(db => makePast(db, leaveSubject, cases))
  const ids = cases.map(c => c.row.id)
  const instances = await s.db.unscoped(processInstance).all({ bizType: 'leave', bizId: ids })
  const endOf = (n: number) => instances.find(i => i.bizId === ids[n])
  expect(instances.map(i => i.startedAt)).toEqual(ids.map(() => at(DAY, '09:00')))
  expect([0, 1, 2, 3, 4].map(n => [endOf(n)?.state, endOf(n)?.endedAt])).toEqual([
    ['approved', at(DAY, '13:00')],
    ['returned', null],
    ['rejected', at(DAY, '11:00')],
    ['withdrawn', at(DAY, '11:00')],
    ['approved', at(DAY, '14:00')],
  ])
  expect((await s.row(ids[0] ?? '')).lessons).not.toBeNull()
  const done = (await s.fdy.get<OutputOf<typeof myCases>>('workflow/processTask/mine', { tab: 'done' })).data.result
  expect(done.map(c => c?.action).sort()).toEqual(['approve', 'approve', 'reject', 'return', 'return'])
  const lines = (await s.officer.get<Array<OutputOf<typeof flowStatistics>>>('workflow/processInstance/statistics', { by: 'node', from: DAY, to: DAY })).data
  expect(lines.find(l => l.label.endsWith('辅导员'))).toMatchObject({ count: 5, returned: 2, rejected: 1, overdue: 0 })
  for (const event of ['workflow.arrived', 'workflow.approved', 'workflow.rejected']) expect(await told(event)).toEqual([])
})
