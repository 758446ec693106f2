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
  chase: { text: '{thing}逾期 {days} 天未还', while: l => l.state === 'late', gone: l => l.state === 'lapsed', link: l => `/loans?id=${l.id}`, priority: 'urgent' },
})
interface Stored {
  state: string
  result: string | null
}
const stored = (bizId: string) =>
  school.db.query<Stored>(sql`select user_id as "userId", node, title, link, state, result, priority, applicant_name as applicant, due_at is not null as "isDue" from todo
    where tenant_id = ${school.tenantId} and biz_type = 'loan' and biz_id = ${bizId} order by node desc, user_id = ${reader.userId}`)

it('refuses messages about another type of row at the start', () => {
  expect(() => rowTodos(loan, { ...about, bizType: 'book' }, {})).toThrow('book')
})
it('opens steps of a row for people, and closes those that its state has passed', async () => {
  const dueAt = new Date().toISOString()
  const made = await school.db.insert(loan, { thing: '伞', dueAt, state: 'late' })
  const other = await school.db.insert(loan, { thing: '球', dueAt, state: 'late' })
  await school.db.tx(async db => {
    await todos.open(
      db,
      'giveBack',
      [made, other].map(row => ({ row, who: { userId: reader.userId, name: '李响' } })),
    )
    await todos.open(
      db,
      'chase',
      [made, other].map(row => ({ row, to: [keeper.userId, reader.userId], more: { days: 3 } })),
    )
  })
  const giveBack = { userId: reader.userId, node: 'giveBack', title: '请归还伞', link: `/mine?id=${made.id}`, priority: 'normal', applicant: '李响', isDue: true }
  const chase = { userId: keeper.userId, node: 'chase', title: '伞逾期 3 天未还', link: `/loans?id=${made.id}`, priority: 'urgent', applicant: null, isDue: false }
  const open = { state: 'open', result: null }
  expect(await stored(made.id)).toEqual([
    { ...giveBack, ...open },
    { ...chase, ...open },
    { ...chase, userId: reader.userId, ...open },
  ])
  const extended = await school.db.update(loan, made.id, { state: 'open' })
  await school.db.tx(db => todos.follow(db, [extended, other]))
  const late = { state: 'done', result: '借出' }
  expect(await stored(made.id)).toEqual([
    { ...giveBack, ...open },
    { ...chase, ...late },
    { ...chase, userId: reader.userId, ...late },
  ])
  await school.db.tx(async db => todos.follow(db, [await db.update(loan, made.id, { state: 'back' })]))
  expect((await stored(made.id))[0]).toMatchObject({ state: 'done', result: '已归还' })
  expect((await stored(other.id)).map(t => t.state)).toEqual(['open', 'open', 'open'])
})
it('closes a step for those who have done their part of it, and as cancelled where there is nothing to do any more', async () => {
  const row = await school.db.insert(loan, { thing: '雨衣', dueAt: new Date().toISOString(), state: 'late' })
  await school.db.tx(db => todos.open(db, 'chase', [{ row, to: [keeper.userId, reader.userId], more: { days: 1 } }]))
  const gone = { ...row, state: 'lapsed' as const }
  await school.db.tx(db => todos.follow(db, [{ ...row, state: 'back' }], () => [keeper.userId]))
  expect((await stored(row.id)).map(t => [t.state, t.result])).toEqual([
    ['done', '已还'],
    ['open', null],
  ])
  await school.db.tx(db => todos.follow(db, [gone], () => []))
  expect((await stored(row.id)).map(t => t.state)).toEqual(['done', 'open'])
  await school.db.tx(db => todos.follow(db, [gone]))
  expect((await stored(row.id)).map(t => [t.state, t.result])).toEqual([
    ['done', '已还'],
    ['cancelled', '作废'],
  ])
})
