import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { closeTodos, countOpenTodos, keepTodos, openObjects, openTodos, reassignTodos, type TodoDraft } from './todos.ts'

let school: School
let one: Actor
let two: Actor
const bizId = '01920000-0000-7000-8000-000000000001'
const draft = (userId: string, more: Partial<TodoDraft> = {}): TodoDraft => ({
  userId,
  kind: 'approval',
  title: '审批 张三 的请假',
  bizType: 'leave',
  bizId,
  node: 'fdy',
  link: '/leave/1',
  ...more,
})
interface Stored {
  userId: string
  state: string
  title: string
  doneBy: string | null
  result: string | null
}
const stored = (): Promise<Stored[]> =>
  school.db.query<Stored>(
    sql`select user_id as "userId", state, title, done_by as "doneBy", result from todo where tenant_id = ${school.tenantId} and biz_id = ${bizId} order by created_at, id`,
  )

beforeAll(async () => {
  school = await openSchool()
  one = await school.as({ roles: ['fdy'] })
  two = await school.as({ roles: ['fdy'] })
})
afterAll(() => school?.close())

it('opens a todo once, writes it anew, and opens a closed one again', async () => {
  await openTodos(school.db, [draft(one.userId), draft(one.userId), draft(two.userId)])
  await openTodos(school.db, [draft(one.userId, { title: '审批 张三 的请假（已补材料）' })])
  expect((await stored()).map(t => [t.userId, t.title])).toEqual([
    [one.userId, '审批 张三 的请假（已补材料）'],
    [two.userId, '审批 张三 的请假'],
  ])
  expect(await closeTodos(school.db, { bizType: 'leave', bizId, userIds: [one.userId] }, 'transferred')).toBe(1)
  expect((await stored()).map(t => t.state)).toEqual(['transferred', 'open'])
  await openTodos(school.db, [draft(one.userId)])
  expect(await countOpenTodos(school.db, [one.userId, two.userId])).toBe(2)
})
it('10-P2 closes with the business or not at all, for everybody who had it', async () => {
  const failing = school.db.tx(async db => {
    await closeTodos(db, { bizType: 'leave', bizId, node: 'fdy' }, 'done', '同意')
    throw new Error('the decision failed')
  })
  await expect(failing).rejects.toThrow('the decision failed')
  expect((await stored()).map(t => t.state)).toEqual(['open', 'open'])
  expect(await school.db.tx(db => closeTodos(db, { bizType: 'leave', bizId, node: 'fdy' }, 'done', '同意'))).toBe(2)
  expect((await stored()).map(t => [t.state, t.result])).toEqual([
    ['done', '同意'],
    ['done', '同意'],
  ])
  expect(await closeTodos(school.db, { bizType: 'leave', bizId }, 'done')).toBe(0)
})
it('leaves out accounts that are switched off', async () => {
  const gone = await school.as()
  await school.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${school.tenantId} and id = ${gone.userId}`)
  await openTodos(school.db, [draft(gone.userId)])
  expect(await countOpenTodos(school.db, [gone.userId])).toBe(0)
})
it.each([
  ['past their last day', sql`valid_until = current_date - 1`],
  ['closed as expired', sql`status = 'expired'`],
])('leaves out accounts %s, who cannot sign in to do it', async (_, past) => {
  const gone = await school.as()
  await school.db.query(sql`update sys_user set ${past} where tenant_id = ${school.tenantId} and id = ${gone.userId}`)
  await openTodos(school.db, [draft(gone.userId)])
  expect(await countOpenTodos(school.db, [gone.userId])).toBe(0)
})
it('passes on what is open, once for an heir of two, and ends what nobody takes over or the account itself asked for', async () => {
  const [heir, third] = [await school.as(), await school.as()]
  await closeTodos(school.db, { bizType: 'leave', bizId }, 'done')
  await openTodos(school.db, [draft(one.userId), draft(two.userId), draft(third.userId)])
  await openTodos(school.db, [draft(one.userId, { kind: 'reminder', bizType: 'ownPassword', bizId: one.userId, node: '' })])
  await school.db.tx(db =>
    reassignTodos(db, [
      { from: one.userId, to: heir.userId },
      { from: two.userId, to: heir.userId },
      { from: third.userId, to: null },
    ]),
  )
  expect(Object.fromEntries((await stored()).map(t => [t.userId, t.state]))).toEqual({
    [one.userId]: 'transferred',
    [two.userId]: 'transferred',
    [third.userId]: 'cancelled',
    [heir.userId]: 'open',
  })
  expect(await countOpenTodos(school.db, [heir.userId])).toBe(1)
  const own = await school.db.query(sql`select user_id, state from todo where tenant_id = ${school.tenantId} and biz_type = 'ownPassword'`)
  expect(own).toEqual([{ user_id: one.userId, state: 'cancelled' }])
})
it('lets an heir who has the same keep theirs, and opens again what they had closed', async () => {
  const [going, heir] = [await school.as(), await school.as()]
  await openTodos(school.db, [
    draft(going.userId, { bizType: 'repair', title: '别人的' }),
    draft(heir.userId, { bizType: 'repair', title: '自己的' }),
    draft(going.userId, { bizType: 'dorm' }),
    draft(heir.userId, { bizType: 'dorm' }),
  ])
  await closeTodos(school.db, { bizType: 'dorm', bizId, userIds: [heir.userId] }, 'done', '同意')
  await reassignTodos(school.db, [{ from: going.userId, to: heir.userId }])
  const theirs = await school.db.query(
    sql`select biz_type as of, title, state, result from todo where tenant_id = ${school.tenantId} and user_id = ${heir.userId} order by biz_type desc`,
  )
  expect(theirs).toEqual([
    { of: 'repair', title: '自己的', state: 'open', result: null },
    { of: 'dorm', title: '审批 张三 的请假', state: 'open', result: null },
  ])
})
it('is kept for those who have it to do now, and done for everybody else, of this object alone', async () => {
  const of = { bizType: 'lacking', bizId }
  const keep = (...people: Actor[]) =>
    keepTodos(
      school.db,
      of,
      people.map(({ userId }) => ({ userId, kind: 'task', title: '两人没有床位', link: '/claims' })),
      '都有床位',
    )
  const now = async () =>
    (
      await school.db.query<{ userId: string; state: string; result: string | null }>(sql`select user_id as "userId", state, result from todo where tenant_id = ${school.tenantId}
      and biz_type = ${of.bizType} and biz_id = ${bizId} order by user_id = ${two.userId}`)
    ).map(t => [t.state, t.result])
  await openTodos(school.db, [draft(one.userId, { ...of, bizId: `${bizId}-other` })])
  await keep(one, two)
  expect(await now()).toEqual([
    ['open', null],
    ['open', null],
  ])
  await keep(two)
  expect(await now()).toEqual([
    ['done', '都有床位'],
    ['open', null],
  ])
  await keep()
  expect((await now()).map(([state]) => state)).toEqual(['done', 'done'])
  expect(await openObjects(school.db, of.bizType)).toEqual([`${bizId}-other`])
})
it('tells the open pages of those it concerns, after the commit', async () => {
  const heard: string[] = []
  school.server.core.notifier.listen('ql_live', text => heard.push(text))
  await school.db.query(sql`select 1`)
  await school.db.tx(db => openTodos(db, [draft(one.userId), draft(two.userId)]))
  await expect
    .poll(() => heard.filter(h => h.startsWith(`${school.tenantId}:todo:`)).flatMap(h => h.split(':')[2]?.split(',') ?? []))
    .toEqual(expect.arrayContaining([one.userId, two.userId]))
})
