import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScopedRows } from '#server/data/rows.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { loginLog } from './model/logs.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school?.close())

it('a log of millions is counted up to ten thousand rows, and says when there are more; what an export asks counts them all', async () => {
  const many = 10_003
  await school.db.query(
    sql`insert into login_log (tenant_id, account, realm, way, result) select ${school.tenantId}, 'crowd', 'admin', 'account', 'success' from generate_series(1, ${many})`,
  )
  await school.db.query(
    sql`insert into login_log (tenant_id, account, realm, way, result) select ${school.tenantId}, 'few', 'admin', 'account', 'success' from generate_series(1, 10000)`,
  )
  const pageOf = async (query: Record<string, unknown>) => (await admin.get<{ result: unknown[]; page: Record<string, unknown> }>('audit/loginLog/list', query)).data
  const first = await pageOf({ account: 'crowd', size: 20 })
  expect(first.result).toHaveLength(20)
  expect(first.page).toEqual({ total: 10_000, current: 1, size: 20, pages: 500, more: true })
  expect((await pageOf({ account: 'few', size: 20 })).page).toEqual({ total: 10_000, current: 1, size: 20, pages: 500 })
  expect((await pageOf({ account: 'crowd', size: 20, current: 501 })).result).toHaveLength(3)
  expect((await pageOf({ account: 'crowd', size: 20, current: 600 })).page).toMatchObject({ total: 10_000, more: true })
  expect(await (school.db.unscoped(loginLog) as ScopedRows<typeof loginLog>).size({ where: { account: 'crowd' } })).toBe(many)
})
