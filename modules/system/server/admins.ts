import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { user } from '../model/user.ts'

/** Lock that serialises changes which may remove an administrator, so that two administrators cannot remove each other concurrently. */
export async function lockAdmins(db: Db): Promise<void> {
  await db.query(sql`select id from role where tenant_id = ${db.me.tenantId} and code = 'admin' for update`)
}
/** Enabled accounts that hold the role `admin` today. */
export async function enabledAdmins(db: Db): Promise<Array<{ id: string; nickName: string }>> {
  return db.query(sql`select u.id, u.nick_name as "nickName" from sys_user u where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.status = 'enabled'
    and (u.valid_until is null or u.valid_until >= ${today()}) and exists (
      select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      where ru.tenant_id = u.tenant_id and ru.user_id = u.id and r.code = 'admin' and ru.valid_to is null)`)
}
export async function holdsAdmin(db: Db, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    where ru.tenant_id = ${db.me.tenantId} and ru.user_id = ${userId} and r.code = 'admin'`)
  return rows.length > 0
}
/** Runs a change and refuses it when the school would have no administrator left. `names` labels the accounts in the message. */
export async function keepingAdmins<T>(db: Db, names: string, change: () => Promise<T>): Promise<T> {
  await lockAdmins(db)
  const before = await enabledAdmins(db)
  const result = await change()
  const after = await enabledAdmins(db)
  if (before.length && !after.length) throw refusalOf(user, 'lastAdmin', { nickName: before.length === 1 ? (before[0]?.nickName ?? names) : names })
  return result
}
