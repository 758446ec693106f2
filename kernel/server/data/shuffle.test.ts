import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRoster, type Roster } from '#testing/roster.ts'
import { shuffle } from './shuffle.ts'

let roster: Roster
beforeAll(async () => {
  roster = await openRoster()
})
afterAll(() => roster.close())

interface Stored {
  id: string
  n: number
  by: string
}
const TABLE = { table: 'roster_event', columns: ['n'] } as const
const stored = () => roster.db.query<Stored>(sql`select id, n, xmin::text as by from roster_event where tenant_id = ${roster.tenantId} order by ctid`)
const numbers = (rows: readonly Stored[]): number[] => rows.map(r => r.n)

it('writes the matching rows anew, in another order, with new ids and the mark of one transaction, and leaves the others', async () => {
  await roster.db.query(sql`delete from roster_event where tenant_id = ${roster.tenantId}`)
  for (let n = 1; n <= 20; n++) await roster.db.query(sql`insert into roster_event (tenant_id, n) values (${roster.tenantId}, ${n})`)
  const before = await stored()
  expect([numbers(before), new Set(before.map(r => r.by)).size]).toEqual([Array.from({ length: 20 }, (_, n) => n + 1), 20])
  expect(await shuffle(roster.db, TABLE, sql`n <= 15`)).toBe(15)
  const after = (await stored()).filter(r => r.n <= 15)
  expect(numbers(after).toSorted((a, b) => a - b)).toEqual(numbers(before).slice(0, 15))
  // as they came, or backwards, comes by chance once in 650 thousand million times
  expect(numbers(after)).not.toEqual(numbers(before).slice(0, 15))
  expect(numbers(after.toReversed())).not.toEqual(numbers(before).slice(0, 15))
  expect([new Set(after.map(r => r.by)).size, after.some(r => before.some(b => b.id === r.id))]).toEqual([1, false])
  expect((await stored()).filter(r => r.n > 15)).toEqual(before.slice(15))
})
it('has nothing to do where nothing matches', async () => {
  expect(await shuffle(roster.db, TABLE, sql`n > 1000`)).toBe(0)
})
