import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '#model'
import { Principals } from '#server/access/principals.ts'
import { RowCache } from '#server/data/cache.ts'
import { columnsOf, pick } from '#server/data/columns.ts'
import { MOST_PREPARED, rowMakers } from '#server/data/pipelined-query.ts'
import { conditions, order } from '#server/data/where.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let officer: Actor
beforeAll(async () => {
  school = await openSchool()
  officer = await school.as({ roles: ['admin', 'officer'] })
})
afterAll(() => school.close())

/** The permutation with this number. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  const left = [...all]
  const made: T[] = []
  for (let n = seed; left.length; n = Math.floor(n / (left.length + 1))) made.push(...left.splice(n % left.length, 1))
  return made
}
/** The items whose bit is set. */
const some = <T>(all: readonly T[], bits: number): T[] => all.filter((_, i) => bits & (1 << i))
const student = () => entityNamed('student')
const COLUMNS = ['studentNo', 'name', 'genderCode', 'grade', 'departmentId', 'majorId', 'classId', 'campusId', 'status', 'ksh', 'level', 'category']
const FILTERS = {
  'grade.ge': '1990',
  'grade.le': '2090',
  'studentNo.like': '2',
  'name.like': '张',
  genderCode: '1',
  level: '1',
  category: '1',
  'status.in': 'a,b',
  'ksh.isNull': '1',
}

const SORTS = ['-studentNo', 'name', 'grade', 'status']
/** Bytes that are still referenced. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Statements each open connection has prepared. */
async function prepared(): Promise<Array<Set<string>>> {
  const { pool } = school.server.core
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  try {
    return await Promise.all(clients.map(async c => new Set((await c.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(r => r.statement))))
  } finally {
    for (const c of clients) c.release()
  }
}
describe('what callers ask for in every possible way', () => {
  it('is the same statement in any order of columns and filters, sorted in as many ways as there are columns to sort by, and is not kept', () => {
    const of = student()
    const [selects, wheres, orders] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const ask = (n: number): void => {
      selects.add(pick(of, [...shuffled(COLUMNS, n), ...shuffled(COLUMNS, n * 7)]))
      const filters = Object.fromEntries(shuffled(Object.entries(FILTERS), n))
      wheres.add(
        conditions(of, filters, school.server.core.cipher)
          .map(c => c.text)
          .join(' and '),
      )
      orders.add(order(of, [...shuffled(SORTS, n), ...shuffled(SORTS, n * 7)]))
    }
    for (let n = 0; n < 500; n++) ask(n)
    const before = heapUsed()
    for (let n = 500; n < 20_500; n++) ask(n)
    expect((heapUsed() - before) / 1_048_576).toBeLessThan(10)
    expect([selects.size, wheres.size, orders.size]).toEqual([1, 1, 24])
  })
  it('fills neither the names of statements nor the row makers, and keeps what is in use prepared', async () => {
    const asked = [...Array(1500).keys()].map(n => {
      const columns = some(COLUMNS, n * 5 + 1).join()
      const sort = some(SORTS, n).join()
      return { columns, sort, ...Object.fromEntries(some(Object.entries(FILTERS), n)) }
    })
    for (let n = 0; n < asked.length; n += 25) {
      const answers = await Promise.all(asked.slice(n, n + 25).map(query => officer.get('base/student/list', query)))
      expect(answers.filter(a => a.code !== 200).map(a => a.msg)).toEqual([])
    }
    // first used now
    await Promise.all([...Array(40).keys()].map(() => officer.get('base/student/list', { 'namePinyin.like': 'li' })))
    const connections = await prepared()
    expect(Math.max(...connections.map(c => c.size))).toBeLessThanOrEqual(MOST_PREPARED + 25)
    expect(connections.filter(c => [...c].some(text => text.includes('"name_pinyin" like'))).length).toBeGreaterThan(0)
    expect(rowMakers.size).toBeLessThanOrEqual(rowMakers.max)
  })
  it('20,000 different statements on one connection leave the one in use prepared, and no more than there is room for', async () => {
    const { own, hot, count } = await school.db.readOnly(async db => {
      const hotOne = sql`select 42 as "inUse"`
      for (let n = 0; n < 20_000; n += 100) {
        await Promise.all([...Array(100).keys()].map(i => db.query(raw(`select ${n + i} as "c${n + i}"`))))
        await db.query(hotOne)
      }
      const all = await db.query<{ statement: string }>(sql`select statement from pg_prepared_statements`)
      return { own: all.filter(s => /"c\d+"/.test(s.statement)).length, hot: all.some(s => s.statement === hotOne.text), count: all.length }
    })
    expect(own).toBeGreaterThan(100)
    expect(hot).toBe(true)
    expect(count).toBeLessThanOrEqual(MOST_PREPARED + 100)
    expect(rowMakers.size).toBeLessThanOrEqual(rowMakers.max)
  })
  it('is refused beyond what a list takes', async () => {
    const of = student()
    const many = Object.fromEntries([...columnsOf(of).of.keys()].slice(0, 31).map(name => [name, null]))
    expect(() => conditions(of, many, school.server.core.cipher)).toThrow(/list.tooMany|条件/)
    expect(() => order(of, ['studentNo', 'name', 'grade', 'status', 'completeness', 'birthDate'])).toThrow()
    expect(order(of, ['name', '-name', 'name'])).toBe(order(of, ['name']))
    const answer = await officer.get('base/student/list', { columns: Array(201).fill('name').join() })
    expect(answer.errors[0]).toMatchObject({ field: 'columns', rule: 'list.tooMany', values: { most: 200, count: 201 } })
  })
})
describe('what a process keeps of many people and schools', () => {
  it('is so many people, and whoever fell out is read again', async () => {
    const { pool, notifier } = school.server.core
    const few = new Principals(pool, notifier, 3)
    const people = await Promise.all([...Array(5).keys()].map(() => school.as({ roles: ['teacher'] })))
    for (const { userId } of [...people, ...people]) expect((await few.of(school.tenantId, userId))?.userId).toBe(userId)
    expect(few.size).toBe(3)
  })
  it('is so many rows, those of the entity asked for last, and never more than fit', async () => {
    const few = new RowCache(school.server.core.notifier, 100)
    const of = student()
    const loads: string[] = []
    const rows = (count: number) => new Map([...Array(count).keys()].map(n => [String(n), n]))
    const all = (tenantId: string, count: number) =>
      few.all(tenantId, of, async () => {
        loads.push(tenantId)
        return rows(count)
      })
    for (const tenantId of ['a', 'b', 'a', 'c', 'a']) expect((await all(tenantId, 40)).size).toBe(40)
    expect(loads).toEqual(['a', 'b', 'c'])
    expect(few.peek('b', of)).toBeUndefined()
    expect((await all('b', 40)).size).toBe(40)
    expect([loads.length, few.size]).toEqual([4, 2])
    for (let i = 0; i < 2; i++) expect((await all('large', 200)).size).toBe(200)
    expect([loads.length, few.size]).toEqual([6, 2])
  })
})
