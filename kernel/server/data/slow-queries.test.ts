import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseCopy, freshDatabase } from '#testing/database.ts'
import { appPool, runOn } from './pool.ts'
import { reportSlowQueries } from './slow-queries.ts'

let database: DatabaseCopy
let pool: ReturnType<typeof appPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = appPool(database.url, 1)
})
afterAll(async () => {
  reportSlowQueries(0, () => {})
  await pool.end()
  await database.drop()
})
it('tells of statements that take long as they are prepared, without their values', async () => {
  const told: Array<{ statements: readonly string[]; ms: number }> = []
  reportSlowQueries(100, (statements, ms) => told.push({ statements, ms }))
  await runOn(pool, 'select $1::text as secret, pg_sleep($2)', ['13812345678', 0.2])
  const [slow] = told.filter(t => t.statements.some(text => text.includes('pg_sleep')))
  expect(slow?.statements).toEqual(['select $1::text as secret, pg_sleep($2)'])
  expect(slow?.ms).toBeGreaterThanOrEqual(100)
  expect(JSON.stringify(told)).not.toContain('13812345678')
})
it('tells of nothing once it is switched off', async () => {
  const told: number[] = []
  reportSlowQueries(0, (_statements, ms) => told.push(ms))
  await runOn(pool, 'select pg_sleep($1)', [0.2])
  expect(told).toEqual([])
})
