import sql from 'sql-template-tag'
import { entityNamed } from '#model'
import type { School } from '#testing/school.ts'
import { role } from './model/role.ts'
import { user } from './model/user.ts'

export const roleId = async (school: School, code: string): Promise<string> =>
  (await school.db.query<{ id: string }>(sql`select id from role where tenant_id = ${school.tenantId} and code = ${code}`))[0]?.id as string

/** Menus and buttons that carry these permissions. */
export const menuIds = async (school: School, ...keys: string[]): Promise<string[]> =>
  (await school.db.query<{ id: string }>(sql`select id from menu where tenant_id = ${school.tenantId} and permission_key = any(${keys}::text[])`)).map(r => r.id)

/** A test role with exactly these permissions. */
export async function makeRole(
  school: School,
  code: string,
  keys: readonly string[],
  dataScope = 'all',
  marks: { delegable?: boolean; customScope?: unknown } = {},
): Promise<string> {
  const [made] = await school.db.query<{ id: string }>(sql`insert into role (tenant_id, code, name, data_scope, delegable, custom_scope)
    values (${school.tenantId}, ${code}, ${code}, ${dataScope}, ${marks.delegable ?? false}, ${marks.customScope ? JSON.stringify(marks.customScope) : null}::jsonb) returning id`)
  await school.db.query(
    sql`insert into role_menu (tenant_id, role_id, menu_id) select ${school.tenantId}, ${made?.id}, id from menu where tenant_id = ${school.tenantId} and permission_key = any(${[...keys]}::text[])`,
  )
  await school.db.changed(role)
  await school.db.permissionsChanged()
  return made?.id as string
}
export const holds = async (school: School, userId: string, code: string): Promise<boolean> =>
  (
    await school.db.query(
      sql`select 1 from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where ru.tenant_id = ${school.tenantId} and ru.user_id = ${userId} and r.code = ${code}`,
    )
  ).length > 0
/** The account of a student or of a teacher. */
export const accountOf = (school: School, of: { studentId: string } | { teacherId: string }) => school.db.unscoped(user).find(of)
export async function makeDepartment(school: School, code: string, parentId: string | null = null): Promise<string> {
  const [made] = await school.db.query<{ id: string }>(
    sql`insert into department (tenant_id, code, name, dept_type, parent_id) values (${school.tenantId}, ${code}, ${`部门${code}`}, '1', ${parentId}) returning id`,
  )
  await school.db.changed(entityNamed('department'))
  return made?.id as string
}
/** Bare accounts, inserted in one statement so that thousands are quick. */
export async function makeUsers(school: School, count: number, prefix = 'bulk'): Promise<string[]> {
  const rows = await school.db.query<{ id: string }>(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type)
    select ${school.tenantId}, 'admin', ${prefix} || n, ${prefix} || n, '用户' || n, 1 from generate_series(1, ${count}) n returning id`)
  return rows.map(r => r.id)
}
/** Rule and field of a refusal. */
export const rule = (answer: { code: number; errors: Array<{ rule: string }> }): string => `${answer.code} ${answer.errors[0]?.rule ?? ''}`
