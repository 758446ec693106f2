import text, { raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { entityNamed } from '#model'
import { sql } from '#testing/database.ts'
import { openSchool, type School } from '#testing/school.ts'

const KNOWN = 3000
const NEW = 300
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())
const rows = (tenantId: string, n: number): string =>
  `insert into department (tenant_id, code, name, dept_type, sort) select '${tenantId}', n, n, '1', n from generate_series(1, ${n}) n`
interface Node {
  'Actual Loops': number
  Plans?: Node[]
}
const loops = ({ Plans = [], ...node }: Node): number => Math.max(node['Actual Loops'], ...Plans.map(loops))

it('reads a page once, also for a school that came after the statistics of the database', async () => {
  const { url } = school.server.core
  await sql(url, rows(school.tenantId, KNOWN))
  await sql(url, 'vacuum analyze department')
  const { db, tenantId } = await school.another()
  // autovacuum does not analyse uncommitted rows
  const [plan] = await db.tx(async db => {
    await db.query(raw(rows(tenantId, NEW)))
    const asked = vi.spyOn(db, 'query')
    expect((await db.unscoped(entityNamed('department')).page({ size: 10, sort: ['code'], where: { deptType: '1' } })).page.total).toBe(NEW)
    const [statement] = asked.mock.lastCall as [Sql]
    return db.query<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(text`explain (analyze, timing off, format json) ${statement}`)
  })
  expect(loops((plan as { 'QUERY PLAN': Array<{ Plan: Node }> })['QUERY PLAN'][0]?.Plan as Node)).toBeLessThanOrEqual(10)
})
