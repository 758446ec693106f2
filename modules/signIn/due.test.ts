import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forEachTenant } from '#server/data/each-tenant.ts'
import { type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
beforeAll(async () => {
  s = await signSchool()
})
afterAll(() => s.close())
async function isDue(): Promise<boolean> {
  const due = s.server.core.works.get('signIn.clock')?.due as string
  return (await forEachTenant(s.server.core, `select to_jsonb(1) where exists (${due})`, {}, [s.tenantId])).length > 0
}
const dates = (change: Sql) => s.db.query(sql`update sign_occurrence set ${change} where tenant_id = ${s.tenantId}`)

it('20-SA1 the clock has something to do while a date is open, once one can be settled, and where dates do not reach far enough', async () => {
  await s.quick()
  await s.db.query(sql`update sign_task set made_until = current_date + 60 where tenant_id = ${s.tenantId}`)
  expect(await isDue()).toBe(true)
  await dates(sql`state = 'settled'`)
  expect(await isDue()).toBe(false)
  await dates(sql`state = 'closed', opens_at = now() - interval '91 days', late_at = null, closes_at = now() - interval '90 days'`)
  expect(await isDue()).toBe(true)
  await dates(sql`state = 'settled'`)
  await s.db.query(sql`update sign_task set state = 'published', made_until = current_date + 1 where tenant_id = ${s.tenantId}`)
  expect(await isDue()).toBe(true)
})
