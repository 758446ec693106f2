import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { previewHandOver } from '#modules/campus/model/people-actions.ts'
import { today } from '#server/base/today.ts'
import { openTodos } from '#server/notifications/todos.ts'
import type { Actor } from '#testing/school.ts'
import { applied, departmentsOfStudents, formOf, type LeaveSchool, leaveSchool, todoOf } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await leaveSchool()
  await departmentsOfStudents(s)
})
afterAll(() => s.close())
const titles = async (who: Actor) => (await who.get<{ result: Array<{ title: string }> }>('base/todo/mine', { size: 50 })).data.result.map(t => t.title)

it('30-BR4 a hand-over counts and moves what the counsellor has open about the class: approvals and to-dos', async () => {
  const made = await applied(s, formOf(s, s.monday, s.monday))
  const other = await applied(s, formOf(s, s.monday, s.monday), (await s.newStudent(s.ids.n2301, '别班')).actor)
  const about = (bizId: string) => ({ userId: s.fdy.userId, kind: 'task' as const, title: `核对 ${bizId}`, bizType: 'leave', bizId, link: '/leave/leaves' })
  await openTodos(s.db, [about(made.id), about(other.id)])
  const hand = { fromTeacherId: s.ids.lin, toTeacherId: s.ids.he, role: 'fdy', classIds: [s.ids.s2301] }
  const preview = async () => (await s.officer.post<OutputOf<typeof previewHandOver>>('base/classStaff/previewHandOver', { ...hand, date: today() })).data
  expect((await preview()).items).toEqual([
    { label: '待审批', count: 1 },
    { label: '待办', count: 1 },
  ])
  expect((await s.officer.post('base/classStaff/handOver', { ...hand, date: today() })).code).toBe(200)
  await s.server.settle()
  expect([await todoOf(s.fdy, made.instanceId ?? ''), typeof (await todoOf(s.teacher, made.instanceId ?? ''))]).toEqual([undefined, 'string'])
  expect(await titles(s.fdy)).toContain(`核对 ${other.id}`)
  expect(await titles(s.fdy)).not.toContain(`核对 ${made.id}`)
  expect(await titles(s.teacher)).toContain(`核对 ${made.id}`)
})
it('30-BR4 dated ahead, everything stays with the former counsellor until that day', async () => {
  const hand = { fromTeacherId: s.ids.he, toTeacherId: s.ids.lin, role: 'fdy', classIds: [s.ids.s2301], date: addDays(today(), 3) }
  const before = await titles(s.teacher)
  expect((await s.officer.post('base/classStaff/handOver', hand)).code).toBe(200)
  await s.server.settle()
  expect(await titles(s.teacher)).toEqual(before)
})
