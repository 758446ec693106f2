import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { roleUser } from '../model/role.ts'
import { user } from '../model/user.ts'

/** Sets or clears an account's picture. It is not part of any form, so the row version stays. */
export async function setAvatar(db: Db, userId: string, avatar: string | null): Promise<void> {
  await db.updateWhere(user, { id: userId }, { avatar }, { bookkeeping: true })
}
/** Stores a mobile number the owner has just verified. Two statements: the trigger `sys_user_mobile` resets the verified flag whenever the number changes. */
export async function setProvedMobile(db: Db, userId: string, mobile: string): Promise<void> {
  await db.updateWhere(user, { id: userId }, { mobile })
  await db.updateWhere(user, { id: userId }, { mobileVerified: true })
}
/** Grants a role by code on behalf of the program; idempotent. */
export async function giveRole(db: Db, userId: string, code: string): Promise<void> {
  const made = await db.insertFrom(roleUser, { roleId: sql`r.id`, userId }, sql`role r where r.tenant_id = ${db.me.tenantId} and r.code = ${code}`, { skipExisting: true })
  if (made.length) await db.permissionsChanged([userId])
}
