import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import { closeTodos, openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import type { figures } from './model/layout.ts'
import type { myTodos, todoStanding, todoStatistics, todoTypes } from './model/todo.ts'

type List = OutputOf<typeof myTodos>
type TodoFigures = OutputOf<typeof todoStanding>
let school: School
let officer: Actor
let other: Actor
const uuid = (n: number): string => `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`
const draft = (userId: string, n: number, more: Partial<TodoDraft> = {}): TodoDraft => ({
  userId,
  kind: 'approval',
  title: `审批 第 ${n} 件请假`,
  bizType: 'leaveCase',
  bizId: uuid(n),
  link: `/leave/${n}`,
  applicantName: n % 2 ? '张三' : '李四',
  ...more,
})
const days = (n: number): string => new Date(Date.now() + n * DAY_MS).toISOString()
const mine = async (actor: Actor, query: Record<string, unknown> = {}): Promise<List> => (await actor.get<List>('base/todo/mine', query)).data
const count = async (actor: Actor, query: Record<string, unknown> = {}): Promise<number> => (await actor.get<number>('base/todo/count', query)).data

beforeAll(async () => {
  school = await openSchool()
  officer = await school.as({ roles: ['officer'], nickName: '王老师' })
  other = await school.as({ roles: ['officer'], nickName: '赵老师' })
  await school.db.query(sql`update sys_user set mobile = '13900001111', mobile_verified = true where tenant_id = ${school.tenantId} and id = ${officer.userId}`)
  await school.db.query(sql`update sys_user set mobile = '13900001112', mobile_verified = true where tenant_id = ${school.tenantId} and id = ${other.userId}`)
  await openTodos(
    school.db,
    Array.from({ length: 30 }, (_, n) => draft(officer.userId, n, { dueAt: n < 3 ? days(-1) : n < 10 ? days(3) : null, kind: n < 20 ? 'approval' : 'task' })),
  )
})
afterAll(() => school?.close())

describe('the list and the number', () => {
  it('10-P1 are equal under every filter', async () => {
    const filters = [
      {},
      { kind: 'task' },
      { due: 'overdue' },
      { due: 'today' },
      { due: 'week' },
      { due: 'none' },
      { applicantName: '张' },
      { keyword: '第 7 件' },
      { bizType: 'leaveCase' },
      { bizType: 'none' },
    ]
    for (const filter of [...filters, { arrivedFrom: '2026-01-01', arrivedTo: '2099-01-01' }, { arrivedTo: '2020-01-01' }, { tab: 'done' }, { tab: 'done', archived: true }]) {
      const list = await mine(officer, { ...filter, size: 5 })
      expect([filter, list.page.total]).toEqual([filter, await count(officer, filter)])
    }
    expect(await count(officer)).toBe(30)
    expect(await count(officer, { due: 'overdue' })).toBe(3)
  })
  it('10-P1 are what the numbers of the desktop say and lead to', async () => {
    const soon = new Date(Math.min(Date.now() + 60_000, Date.parse(`${today()}T23:59:59+08:00`))).toISOString()
    await openTodos(school.db, [
      draft(other.userId, 300, { dueAt: soon }),
      draft(other.userId, 301, { dueAt: days(-2) }),
      draft(other.userId, 302, { kind: 'task', dueAt: days(9) }),
    ])
    const shown = (await other.get<Array<OutputOf<typeof figures>>>('base/desktopLayout/figures')).data.filter(f => f.link?.startsWith('/personal/usertodo?'))
    expect(shown.map(f => [f.code, f.value])).toEqual([
      ['desk.approvals', 2],
      ['desk.dueToday', 1],
      ['desk.overdue', 1],
    ])
    for (const { link, value } of shown) expect(await count(other, Object.fromEntries(new URLSearchParams(link?.split('?')[1])))).toBe(value)
    await closeTodos(school.db, { bizType: 'leaveCase', bizId: [uuid(300), uuid(301), uuid(302)] }, 'cancelled')
    expect(await count(other)).toBe(0)
  })
  it('page without gaps, in the order asked for, and beyond the end', async () => {
    const pages = [await mine(officer, { size: 20 }), await mine(officer, { size: 20, current: 2 }), await mine(officer, { size: 20, current: 9 })]
    expect(pages.map(p => [p.result.length, p.page.total, p.page.pages])).toEqual([
      [20, 30, 2],
      [10, 30, 2],
      [0, 30, 2],
    ])
    expect(new Set(pages.flatMap(p => p.result.map(r => r.id))).size).toBe(30)
    expect((await mine(officer, { sort: 'due', size: 3 })).result.every(r => r.isOverdue)).toBe(true)
  })
  it('are one’s own alone', async () => {
    expect(await count(other)).toBe(0)
    expect((await school.anonymous.get('base/todo/mine')).code).toBe(401)
    expect((await other.get('base/todo/standing', { id: (await mine(officer)).result[0]?.id })).code).toBe(404)
  })
  it('name the kinds for the filter, with what is overdue and how long the oldest waits', async () => {
    const [kind, ...others] = (await officer.get<Array<OutputOf<typeof todoTypes>>>('base/todo/types')).data
    expect(kind).toEqual({ bizType: 'leaveCase', name: 'leaveCase', count: 30, overdue: 3, oldestAt: expect.any(String), link: null })
    expect(others).toEqual([])
    expect((await officer.get('base/todo/types', { kind: 'approval' })).data).toMatchObject([{ count: 20 }])
  })
  it('60-CD1 rank by severity and hours overdue: what is urgent is never hidden for want of a due time', async () => {
    const ranked = await school.as({ roles: ['officer'] })
    await school.db.query(sql`update sys_user set mobile = '13900001113', mobile_verified = true where tenant_id = ${school.tenantId} and id = ${ranked.userId}`)
    const drafts: Array<[string, Partial<TodoDraft>]> = [
      ['dated', { kind: 'task', dueAt: days(2) }],
      ['late for days', { kind: 'task', dueAt: days(-9) }],
      ['approval', {}],
      ['late approval', { dueAt: new Date(Date.now() - 2.5 * HOUR_MS).toISOString() }],
      ['missing since midnight', { kind: 'task', priority: 'urgent' }],
      ['back too late', { kind: 'task', priority: 'high' }],
      ['some day', { kind: 'reminder', priority: 'low' }],
    ]
    await openTodos(school.db, [
      ...drafts.map(([title, more], n) => draft(ranked.userId, 400 + n, { title, ...more })),
      ...Array.from({ length: 30 }, (_, n) => draft(ranked.userId, 420 + n, { title: 'chore', kind: 'task', dueAt: days(1) })),
    ])
    const { result } = await mine(ranked, { sort: 'urgency', size: 7 })
    const withoutApprovals = await mine(ranked, { sort: 'urgency', without: 'approval', size: 4 })
    expect(withoutApprovals.result.map(r => r.title)).toEqual(['missing since midnight', 'back too late', 'late for days', 'chore'])
    expect(withoutApprovals.page.total).toBe(await count(ranked, { without: 'approval' }))
    expect(result.map(r => [r.title, r.urgency])).toEqual([
      ['missing since midnight', 100],
      ['back too late', 80],
      ['late approval', 52],
      ['late for days', 44],
      ['approval', 30],
      ['chore', 20],
      ['chore', 20],
    ])
  })
})

describe('a matter somebody else handled', () => {
  it('10-P3 shows the result, who and when', async () => {
    await openTodos(school.db, [draft(officer.userId, 100), draft(other.userId, 100)])
    const decided = await school.as({ roles: ['officer'], nickName: '孙处长' })
    await school.db.tx(async db => {
      await closeTodos(db, { bizType: 'leaveCase', bizId: uuid(100) }, 'done', '同意')
      await db.query(sql`update todo set done_by = ${decided.userId} where tenant_id = ${school.tenantId} and biz_id = ${uuid(100)}`)
    })
    const seen = (await other.get<TodoFigures>('base/todo/standing', { bizType: 'leaveCase', bizId: uuid(100) })).data
    expect(seen).toMatchObject({ state: 'done', result: '同意', doneByName: '孙处长', doneAt: expect.any(String) })
    expect((await other.get('base/todo/standing')).errors[0]?.rule).toBe('desk.todo.which')
  })
  it('10-P2 closes as cancelled when its business is gone, at the removal itself', async () => {
    const place = await school.db.insert(campus, { code: 'X', name: '新校区', isEnabled: true })
    const about = (title: string) => draft(officer.userId, 0, { bizType: 'campus', bizId: place.id, title, link: '/campus/campuses' })
    await openTodos(school.db, [about('核对校区')])
    const before = await count(officer)
    await school.db.remove(campus, place.id)
    expect(await count(officer)).toBe(before - 1)
    await openTodos(school.db, [about('核对已删除的校区')])
    const gone = (await officer.get<TodoFigures>('base/todo/standing', { bizType: 'campus', bizId: place.id })).data
    expect(gone).toMatchObject({ state: 'cancelled', bizTypeName: '校区' })
    expect(await count(officer)).toBe(before - 1)
  })
})

it('10-P6 what an account lacks is a todo until it is there', async () => {
  const fresh = await school.as({ roles: ['fdy'] })
  await school.db.query(sql`update sys_user set must_change_password = true where tenant_id = ${school.tenantId} and id = ${fresh.userId}`)
  expect((await mine(fresh)).result.map(r => [r.title, r.kind, r.bizTypeName]).sort()).toEqual([
    ['修改初始密码', 'reminder', '账号'],
    ['绑定手机号', 'reminder', '账号'],
  ])
  await school.db.query(
    sql`update sys_user set must_change_password = false, mobile = '13900002222', mobile_verified = true where tenant_id = ${school.tenantId} and id = ${fresh.userId}`,
  )
  expect((await mine(fresh)).result).toEqual([])
  expect((await mine(fresh, { tab: 'done' })).result.map(r => r.result)).toEqual(['已完成', '已完成'])
})
it('10-P7 what was closed more than two years ago is in the archive, and a search still finds it', async () => {
  await openTodos(school.db, [draft(other.userId, 200, { title: '审批 三年前的困难认定' })])
  await closeTodos(school.db, { bizType: 'leaveCase', bizId: uuid(200) }, 'done', '同意')
  await school.db.query(
    sql`update todo set done_at = now() - interval '3 years', arrived_at = now() - interval '3 years' where tenant_id = ${school.tenantId} and biz_id = ${uuid(200)}`,
  )
  const titles = async (query: Record<string, unknown>): Promise<string[]> => (await mine(other, { tab: 'done', ...query })).result.map(r => r.title)
  expect(await titles({})).not.toContain('审批 三年前的困难认定')
  expect(await titles({ archived: true })).toEqual(['审批 三年前的困难认定'])
  expect(await titles({ keyword: '困难认定' })).toEqual(['审批 三年前的困难认定'])
})
it('an officer with 30,000 open todos reads page 1 and the number by an index', async () => {
  const busy = await school.as({ roles: ['officer'] })
  await school.db.query(sql`insert into todo (tenant_id, user_id, title, biz_type, biz_id, link, kind, arrived_at) select ${school.tenantId}, ${busy.userId}, '审批 ' || n, 'leaveCase', n::text, '/leave/' || n, 'approval', now() - n * interval '1 second'
    from generate_series(1, 30000) n`)
  await school.db.query(sql`analyze todo`)
  expect(await count(busy)).toBe(30_000)
  expect((await mine(busy)).page.total).toBe(30_000 + 1) // includes the reminder to verify a mobile number
  const plan = await school.db.query<{ 'QUERY PLAN': string }>(
    sql`explain select id from todo t where t.tenant_id = ${school.tenantId} and t.user_id = ${busy.userId} and t.state = 'open' order by t.arrived_at desc, t.id limit 20`,
  )
  expect(plan.map(p => p['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using todo_open/)
})
it('tells who has how much, within what the reader may see, also as a sheet', async () => {
  const rows = (await officer.get<Array<OutputOf<typeof todoStatistics>>>('base/todo/statistics', { by: 'person' })).data
  expect(rows.find(r => r.userId === officer.userId)).toMatchObject({ open: 30, overdue: 3 })
  expect((await officer.get<unknown[]>('base/todo/statistics', { by: 'department' })).data.length).toBeGreaterThan(0)
  const sheet = await officer.get('base/todo/exportStatistics', { by: 'person' })
  expect([sheet.status, sheet.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect((await officer.get('base/todo/exportStatistics', { by: 'person', bizType: 'nothing' })).errors[0]?.rule).toBe('desk.todo.empty')
  const student = await school.as({ roles: ['student'] })
  expect((await student.get('base/todo/statistics', { by: 'person' })).code).toBe(403)
})
