import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { ruleOf } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'
import { type CounsellorSchool, counsellorSchool, ok } from '../file/testing.ts'
import { fdyTask } from './model/fdy-task.ts'
import { fdyTaskAnswer } from './model/fdy-task-answer.ts'
import { remindDue } from './server/reminders.ts'

const HOUR = 3_600_000
const inHours = (n: number): string => new Date(Date.now() + n * HOUR).toISOString()
let s: CounsellorSchool
let elsewhere: Actor
beforeAll(async () => {
  s = await counsellorSchool()
  elsewhere = await s.as({ roles: ['fdy'], departmentId: s.ids.art, nickName: '他院辅导员' })
})
afterAll(() => s.close())
interface Own {
  id: string
  name: string
  state: string
  isOpen: boolean
}
const draft = (more = {}) => ({ name: '报送留校名单', content: '核对后上传', beginTime: inHours(-1), endTime: inHours(24), audience: { roles: ['fdy'] }, ...more })
async function given(more = {}, by = s.officer): Promise<string> {
  const { id } = ok(await by.post<{ id: string }>('counsellor/fdyTask/add', draft(more)))
  ok(await by.post('counsellor/fdyTask/publish', { id }))
  return id
}
const mine = async (who: Actor, name: string) => ok(await who.get<Own[]>('counsellor/fdyTaskAnswer/mine')).find(t => t.name === name)
const answer = (who: Actor, id: string | undefined, more: object = {}) => who.post('counsellor/fdyTaskAnswer/answer', { id, result: 'done', ...more })
describe('a task is a round', () => {
  expectRound({ of: fdyTask, path: 'counsellor/fdyTask' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => draft(window),
    take: async id => answer(s.fdy, (await s.db.unscoped(fdyTaskAnswer).all({ taskId: id })).find(a => a.userId === s.fdy.userId)?.id ?? id),
  }))
})
it('50 §8 a college asks its own people, with a to-do until they answer; what is done shows what was asked for, what is not says why', async () => {
  const name = '学院报表'
  const id = await given({ name, proofKind: 'words', weight: 3 }, s.college)
  expect(await mine(elsewhere, name)).toBeUndefined()
  const own = await mine(s.fdy, name)
  expect(own).toMatchObject({ state: 'waiting', isOpen: true })
  const todos = async () => (await s.db.query(sql`select 1 from todo where tenant_id = ${s.db.me.tenantId} and biz_id = ${id} and state = 'open'`)).length
  expect(await todos()).toBe(1)
  expect(ruleOf(await answer(s.fdy, own?.id))).toBe('words')
  expect(ruleOf(await answer(s.fdy, own?.id, { result: 'notDone' }))).toBe('reason')
  expect((await answer(elsewhere, own?.id, { words: '替别人填' })).code).toBe(404)
  ok(await answer(s.fdy, own?.id, { words: '已报送' }))
  expect(await todos()).toBe(0)
  const answers = ok(await s.college.get<{ result: Array<{ state: string; words: string | null }> }>('counsellor/fdyTaskAnswer/list', { taskId: id })).result
  expect(answers.map(a => [a.state, a.words])).toEqual([['done', '已报送']])
  expect(
    ruleOf(
      await s.college.post('counsellor/fdyTask/publish', {
        id: ok(await s.college.post<{ id: string }>('counsellor/fdyTask/add', draft({ audience: { roles: ['student'] } }))).id,
      }),
    ),
  ).toMatch(/noStaff|nobody/)
})
it('50 §8 `task/remind`: who has not answered is reminded at the mark and by hand, nobody twice in an hour', async () => {
  const id = await given({ name: '排查宿舍', endTime: inHours(30) })
  expect(await remindDue(s.db)).toBeGreaterThan(0)
  expect(await remindDue(s.db)).toBe(0)
  expect(ruleOf(await s.officer.post('counsellor/fdyTask/remind', { id }))).toBe('soon')
  for (const who of [s.fdy, elsewhere]) ok(await answer(who, (await mine(who, '排查宿舍'))?.id))
  expect(ruleOf(await s.officer.post('counsellor/fdyTask/remind', { id }))).toBe('nobody')
  const figures = ok(
    await s.officer.get<{ byTask: Array<{ key: string; percent: number }> }>('counsellor/fdyTaskAnswer/statistics', { from: addDays(today(), -3), to: addDays(today(), 3) }),
  )
  expect(figures.byTask.find(g => g.key === id)?.percent).toBe(100)
})
