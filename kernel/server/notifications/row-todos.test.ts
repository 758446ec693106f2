import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Row } from '#model'
import { sql as asOwner } from '#testing/database.ts'
import { loan } from '#testing/modules/loan/model/loan.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { PROTECT } from '../data/migrate.ts'
import { ROOT } from '../registry/registry.ts'
import { rowTodos } from './row-todos.ts'

type Loan = Row<typeof loan>
const FOLDER = join(ROOT, 'kernel/testing/modules/loan')
let school: School
let keeper: Actor
let reader: Actor
beforeAll(async () => {
  school = await openSchool([FOLDER])
  await asOwner(school.server.core.url, readFileSync(join(FOLDER, 'tables.sql'), 'utf8') + PROTECT)
  keeper = await school.as({ roles: ['officer'] })
  reader = await school.as({ roles: ['teacher'] })
})
afterAll(() => school.close())
const about = { bizType: 'loan', link: (l: Loan) => `/loans?id=${l.id}`, values: (l: Loan) => ({ thing: l.thing }) }
const todos = rowTodos(loan, about, {
  giveBack: { text: '请归还{thing}', while: l => l.state !== 'back', done: () => '已归还', link: l => `/mine?id=${l.id}`, dueAt: l => l.dueAt },
  chase: { text: '{thing}逾期未还', while: l => l.state === 'late', link: l => `/loans?id=${l.id}`, priority: 'urgent' },
})
const stored = (bizId: string) =>
  school.db.query(sql`select user_id as "userId", node, title, link, state, result, priority, due_at is not null as "isDue" from todo
    where tenant_id = ${school.tenantId} and biz_type = 'loan' and biz_id = ${bizId} order by node desc`)

it('refuses messages about another type of row at the start', () => {
  expect(() => rowTodos(loan, { ...about, bizType: 'book' }, {})).toThrow('book')
})
it('opens steps of a row for people, and closes those that its state has passed', async () => {
  const dueAt = new Date().toISOString()
  const made = await school.db.insert(loan, { thing: '伞', dueAt, state: 'late' })
  const other = await school.db.insert(loan, { thing: '球', dueAt, state: 'late' })
  await school.db.tx(async db => {
    await todos.open(db, 'giveBack', [made, other], () => [reader.userId])
    await todos.open(db, 'chase', [made, other], () => [keeper.userId])
  })
  const giveBack = { userId: reader.userId, node: 'giveBack', title: '请归还伞', link: `/mine?id=${made.id}`, priority: 'normal', isDue: true }
  const chase = { userId: keeper.userId, node: 'chase', title: '伞逾期未还', link: `/loans?id=${made.id}`, priority: 'urgent', isDue: false }
  const open = { state: 'open', result: null }
  expect(await stored(made.id)).toEqual([
    { ...giveBack, ...open },
    { ...chase, ...open },
  ])
  const extended = await school.db.update(loan, made.id, { state: 'open' })
  await school.db.tx(db => todos.follow(db, [extended, other]))
  expect(await stored(made.id)).toEqual([
    { ...giveBack, ...open },
    { ...chase, state: 'done', result: '借出' },
  ])
  await school.db.tx(async db => todos.follow(db, [await db.update(loan, made.id, { state: 'back' })]))
  expect((await stored(made.id))[0]).toMatchObject({ state: 'done', result: '已归还' })
  expect((await stored(other.id)).map(t => t.state)).toEqual(['open', 'open'])
})
