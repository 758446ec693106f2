import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql as asOwner } from '#testing/database.ts'
import { openSchool, type School } from '#testing/school.ts'
import { serialNo, serialNoSql, serialNosOn } from './serial-no.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())
/** The role of the product may not set sequences. */
const setTo = (sequence: string, n: number): Promise<unknown> => asOwner(school.server.core.url, `select setval('${sequence}', ${n})`)

it('a number has four digits at least, and keeps those of a longer one', async () => {
  const { db } = school
  await setTo('leave_no_seq', 131)
  expect(await serialNo(db, 'QJ', 'leave_no_seq')).toMatch(/^QJ\d{8}-0132$/)
  await setTo('leave_no_seq', 123450)
  const made = await db.query<{ no: string }>(sql`select ${serialNoSql('QJ', 'leave_no_seq')} as no from generate_series(1, 3)`)
  expect(made.map(({ no }) => no.slice(-7))).toEqual(['-123451', '-123452', '-123453'])
})
it('rows entered with earlier days take the numbers that come next, so that none of them is given again', async () => {
  const { db } = school
  await setTo('leave_no_seq', 7)
  expect(await serialNosOn(db, 'QJ', 'leave_no_seq', ['2026-09-14', '2026-03-02'])).toEqual(['QJ20260914-0008', 'QJ20260302-0009'])
  expect(await serialNo(db, 'QJ', 'leave_no_seq')).toMatch(/-0010$/)
})
it('numbers that the database gives keep all their digits', async () => {
  const { db } = school
  const defaults = await db.query<{ column: string; sequence: string; given: string }>(sql`
    select c.relname || '.' || a.attname as column, substring(pg_get_expr(d.adbin, d.adrelid) from $$nextval[(]'([^']+)'$$) as sequence, pg_get_expr(d.adbin, d.adrelid) as given
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
    where a.atttypid = 'text'::regtype and pg_get_expr(d.adbin, d.adrelid) like '%nextval(%' order by 1`)
  expect(defaults.length).toBeGreaterThan(3)
  for (const { column, sequence, given } of defaults) {
    await setTo(sequence, 123450)
    const made = await db.query<{ no: string }>(sql`select ${raw(given)} as no from generate_series(1, 2)`)
    expect([column, made.map(({ no }) => no.slice(-6))]).toEqual([column, ['123451', '123452']])
  }
})
