import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provision } from '#server/tenants/provision.ts'
import type { Actor } from '#testing/school.ts'
import { type OutingSchool, outingSchool, register } from './testing.ts'

const OLD = 'outing:goingOut:register'
const NEW = 'outing:goingOut:apply'
let s: OutingSchool
beforeAll(async () => {
  s = await outingSchool()
})
afterAll(() => s.close())

/** A role of the school's own that holds one permission. */
async function ownRole(code: string, key: string): Promise<void> {
  await s.db.query(sql`with r as (insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, ${code}, ${code}, 'self') returning id)
    insert into role_menu (tenant_id, role_id, menu_id, scope_override) select ${s.tenantId}, r.id, m.id, 'all' from r, menu m where m.tenant_id = ${s.tenantId} and m.permission_key = ${key}`)
}
/** Brings the school up to date, as the first start of this version does. */
const upgrade = () => provision(s.server.core, s.tenantId, { code: '100001', schoolName: '' })
const as = (code: string): Promise<Actor> => s.as({ roles: [code], userType: 2 })
const mayRegister = async (code: string): Promise<boolean> => (await register(s, {}, await as(code))).code !== 403
const keysOf = async (code: string) =>
  (
    await s.db.query<{ key: string; scope: string | null }>(sql`select distinct m.permission_key as key, rm.scope_override as scope from role_menu rm
      join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = ${s.tenantId} and r.code = ${code}`)
  ).map(row => `${row.key} ${row.scope}`)

describe('a role that held a permission under its old name', () => {
  it('holds it under the new one after the upgrade, as far as it held it', async () => {
    await s.db.query(sql`update menu set permission_key = ${OLD} where tenant_id = ${s.tenantId} and permission_key = ${NEW}`)
    await ownRole('own_register', OLD)
    await s.db.permissionsChanged()
    expect(await mayRegister('own_register')).toBe(false)
    await upgrade()
    expect(await keysOf('own_register')).toEqual([`${NEW} all`])
    expect(await mayRegister('own_register')).toBe(true)
  })
  it('gets the button of the new name where the page has one by now', async () => {
    const button = (key: string) => sql`insert into menu (tenant_id, parent_id, terminal, type, title, permission_key, module)
      select tenant_id, id, 'web', 'button', '询问', ${key}, 'outing' from menu where tenant_id = ${s.tenantId} and path = '/outing/trips' on conflict do nothing`
    for (const key of ['outing:areaNotice:ask', 'outing:areaNotice:publish']) await s.db.query(button(key))
    await ownRole('own_ask', 'outing:areaNotice:ask')
    await upgrade()
    expect(await keysOf('own_ask')).toEqual(['outing:areaNotice:publish all'])
    expect(await s.db.query(sql`select from menu where tenant_id = ${s.tenantId} and permission_key = 'outing:areaNotice:ask'`)).toEqual([])
  })
  it('is not given back what its school had taken away', async () => {
    const student = sql`(select id from role where tenant_id = ${s.tenantId} and code = 'student')`
    await s.db.query(
      sql`delete from role_menu where tenant_id = ${s.tenantId} and role_id = ${student} and menu_id in (select id from menu where tenant_id = ${s.tenantId} and permission_key = ${NEW})`,
    )
    await s.db.query(sql`update default_grant set permission_key = ${OLD} where tenant_id = ${s.tenantId} and permission_key = ${NEW}`)
    await s.db.query(sql`update menu set permission_key = ${OLD} where tenant_id = ${s.tenantId} and permission_key = ${NEW}`)
    // a page that this version adds asks for the same permission
    await s.db.query(sql`update menu set path = '/outing/apply-before' where tenant_id = ${s.tenantId} and path = '/outing/apply'`)
    await upgrade()
    expect((await keysOf('student')).filter(key => key.startsWith(NEW))).toEqual([])
  })
})
