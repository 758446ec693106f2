import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { ok, ruleOf } from '#testing/answers.ts'
import { warningFacts } from '#testing/warning-facts.ts'
import { warningMark } from './model/warning-mark.ts'
import { cards, headTeacher, type LeaveSchool, overdueLeave, warningSchool } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await warningSchool()
})
afterAll(() => s.close())
const MARK = 'warning/warningMark/mark'

it('60-EW the counsellor’s own mark lists a student at once, says why, and stands once from each person', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦九')
  await overdueLeave(s, who)
  const both = await Promise.all([1, 2].map(() => s.fdy.post(MARK, { studentId: who, reason: '连续几天一个人吃饭，不愿说话' })))
  expect(both.map(a => a.code).sort()).toEqual([200, 422])
  expect(both.flatMap(a => ruleOf(a) ?? [])).toEqual(['marked'])
  const bzr = await headTeacher(s, s.ids.s2301)
  ok(await bzr.post(MARK, { studentId: who, reason: '上课睡觉，和平时不一样' }))
  const [card] = (await cards(s.fdy)).filter(c => c.studentId === who)
  expect(card?.parts.map(p => [p.title, p.says])).toEqual(expect.arrayContaining([['辅导员标记', null]]))
  expect(card?.parts.filter(p => p.title === '辅导员标记')).toHaveLength(1)
  expect(card?.marks.map(m => [m.name, m.reason])).toEqual([
    ['方老师', '上课睡觉，和平时不一样'],
    ['林知夏', '连续几天一个人吃饭，不愿说话'],
  ])
  // what a number counts is said in words
  expect(card?.parts.find(p => p.title === '请假到期未返')?.says).toBe('超期 1 天')
})
it('60-EW7 somebody marks their own students only, and students mark nobody', async () => {
  const { id: other } = await s.newStudent(s.ids.a2301, '秦十')
  expect(ruleOf(await s.fdy.post(MARK, { studentId: other, reason: '不是自己班的学生' }))).toBe('unknown')
  for (const nobody of [s.me, s.officer, s.college]) expect((await nobody.post(MARK, { studentId: other, reason: '没有这个权限' })).code).toBe(403)
  expect(await s.db.unscoped(warningMark).count({ studentId: other })).toBe(0)
})
it('60-EW missed lessons count by the course of which most was missed, of this term, until today', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '秦十一')
  const lessons = (days: readonly number[], courseNo = 'RJ101') =>
    days.map(n => ({ courseNo, date: addDays(today(), n), sectionFrom: 1, sectionTo: 2, begin: '08:20', end: '09:55' }))
  const missed = async () => (await warningFacts(s.db, 'leave.missedHours', who, addDays(today(), -150)))[0] ?? 0
  expect(await missed()).toBe(0)
  const leaveId = await overdueLeave(s, who)
  const write = (of: readonly object[]) =>
    s.db.query(sql`update leave set lessons = ${JSON.stringify(of)}::jsonb, lesson_count = ${of.length}, state = 'closed' where tenant_id = ${s.tenantId} and id = ${leaveId}`)
  // 20 weeks of two lessons with two sections each
  await write(lessons([-1, -2, -3, -4, -5, -6, -7, -8, -9, -10]))
  expect(await missed()).toBe(25)
  await write([...lessons([-1, -2, 1, 2, 3]), ...lessons([-200])])
  expect(await missed()).toBe(5)
  await write(lessons([-1, -2], 'XX999'))
  expect(await missed()).toBe(0)
})
it('60-EW whoever has answered nothing counts the days since the first question left open, and an answer starts anew', async () => {
  const { id: who, actor } = await s.newStudent(s.ids.s2301, '秦十二')
  const days = async () => (await warningFacts(s.db, 'workflow.unanswered', who, addDays(today(), -60)))[0] ?? 0
  const asked = async (n: number, state: 'open' | 'done' = 'open') => {
    const bizId = `${state}${n}`
    await openTodos(s.db, [{ userId: actor.userId, kind: 'task', title: '填写问卷', bizType: 'testSchedule', bizId, link: '/x' }])
    await s.db.query(sql`update todo set arrived_at = now() - make_interval(days => ${n}, hours => 1), state = ${state}, done_at = ${state === 'done' ? addDays(today(), -n) : null}::date
      where tenant_id = ${s.tenantId} and user_id = ${actor.userId} and biz_id = ${bizId}`)
  }
  expect(await days()).toBe(0)
  await asked(20)
  await asked(3)
  expect(await days()).toBe(20)
  await asked(10, 'done')
  expect(await days()).toBe(3)
})
