import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { myWork } from './model/actions.ts'
import { askForDrafts } from './server/evening.ts'
import { type LogSchool, logSchool, ok } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.query(sql`delete from work_log`)
  await s.db.query(sql`delete from todo where biz_type = 'workDrafts'`)
})
const mine = async () => ok(await s.fdy.get<OutputOf<typeof myWork>>('counsellor/workLog/mine')).drafts
const handled = async (caseId: string, more = {}) => {
  await s.db.tx(db => db.emit('warning.caseHandled', { caseId, studentId: s.pupils[0], outcome: 'talked', byId: s.fdy.userId, at: s.ago(60), ...more }))
  await s.server.settle()
}
const todos = () =>
  s.db.query<{ title: string; state: string }>(sql`select title, state from todo where tenant_id = ${s.tenantId} and user_id = ${s.fdy.userId} and biz_type = 'workDrafts'`)

it('60-CD6 a follow-up that ended with a talk or a call is a draft of whoever had it, once, without the reason', async () => {
  await handled('c1')
  await handled('c1')
  await handled('c2', { outcome: 'family' })
  for (const outcome of ['none', 'falseAlarm', 'referred', 'aid']) await handled(`x${outcome}`, { outcome })
  await handled('c3', { byId: s.officer.userId })
  expect((await mine()).map(d => [d?.kind, d?.people, d?.content]).sort()).toEqual([
    ['homeContact', '周雨桐', '与家长通电话'],
    ['talk', '周雨桐', '日常谈话'],
  ])
})
it('60-CD6 what a day has left as drafts is asked for once in the evening, and confirmed at once', async () => {
  expect(await askForDrafts(s.db)).toBe(0)
  await handled('c1')
  await handled('c2', { outcome: 'family' })
  await Promise.all([askForDrafts(s.db), askForDrafts(s.db)])
  expect(await todos()).toEqual([{ title: '2 条工作记录待你确认', state: 'open' }])
  const ids = (await mine()).map(d => d?.id ?? '')
  // both at once, each the last but one for the other
  const answers = await Promise.all([
    s.fdy.post('counsellor/workLog/confirmDrafts', { ids: ids.slice(0, 1) }),
    s.fdy.post('counsellor/workLog/discardDrafts', { ids: ids.slice(1) }),
  ])
  expect(answers.map(a => a.code)).toEqual([200, 200])
  expect(await todos()).toMatchObject([{ state: 'done' }])
  // what was taken back elsewhere leaves nothing to confirm
  await handled('c4')
  await askForDrafts(s.db)
  expect(await todos()).toMatchObject([{ state: 'open' }])
  await s.db.query(sql`delete from work_log`)
  await askForDrafts(s.db)
  expect(await todos()).toMatchObject([{ state: 'cancelled' }])
})
