import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { lesson } from '#modules/campus/model/lesson.ts'
import { applied, formOf, goneFor, type LeaveSchool, leaveSchool, todoOf } from '#modules/leave/testing.ts'
import { today } from '#server/base/today.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import type { readDay, readExpected } from './model/day.ts'
import type { situation } from './model/layout.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await leaveSchool()
})
afterAll(() => s.close())
const day = async (who: Actor) => ok(await who.get<OutputOf<typeof readDay>>('base/todo/day')).items.flatMap(one => one ?? [])
const expected = async (who: Actor) => ok(await who.get<Array<OutputOf<typeof readExpected>>>('base/todo/expected'))
const said = async (who: Actor) => ok(await who.get<Array<OutputOf<typeof situation>>>('base/desktopLayout/situation')).map(one => one?.code)

it('60-CD8 a student sees forms returned to them, what is due, and where they are expected today', async () => {
  const { instanceId } = await applied(s, formOf(s, s.monday, s.monday))
  const taskId = await todoOf(s.fdy, instanceId ?? '')
  expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '请写清去处' })).code).toBe(200)
  await s.server.settle()
  expect(await day(s.me)).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'task', bizType: 'leave' })]))
  await s.db.insert(lesson, {
    ...{ xn: '2026-2027', xqM: '1', courseNo: 'RJ102', courseName: '软件测试', teacherId: s.ids.he, classIds: [s.ids.s2301] },
    ...{ weekday: weekdayOf(today()), sectionFrom: 1, sectionTo: 1, weeks: '1-20' },
  })
  const { actor } = await goneFor(s)
  const own = await expected(actor)
  expect(new Set(own.map(one => one?.kind))).toEqual(new Set(['lesson', 'leave']))
  expect(own.map(one => one?.name)).toContain('软件测试')
  // nobody else is expected anywhere
  expect(await expected(s.fdy)).toEqual([])
})
it('60-CD8 counsellor, college and office begin with what is open about those they answer for; nobody else reads it', async () => {
  const { row } = await goneFor(s)
  await s.db.query(sql`update leave set state = 'overdue' where tenant_id = ${s.tenantId} and id = ${row.id}`)
  for (const who of [s.fdy, s.college, s.officer]) expect(await said(who)).toContain('leave.overdue')
  for (const who of [await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '外院' }), await s.as({ roles: ['fdy'], nickName: '外班' })])
    expect(await said(who)).toEqual([])
})
it('60-CD8 head teachers and dorm managers have a day of their own to-dos', async () => {
  for (const roles of [['bzr'], ['dormManager']]) {
    const who = await s.as({ roles, nickName: roles.join() })
    await openTodos(s.db, [{ userId: who.userId, kind: 'task', title: '去看看', bizType: 'leave', bizId: 'x', link: '/x', priority: 'urgent' }])
    expect((await day(who)).filter(one => one.bizType === 'leave')).toMatchObject([{ title: '去看看', severity: 100 }])
    expect(await day(s.officer)).not.toEqual(expect.arrayContaining([expect.objectContaining({ title: '去看看' })]))
  }
})
