import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { roleUser } from '../model/role.ts'
import { user } from '../model/user.ts'

/** The picture of an account; null takes it away. It stands in no form, so that the version stays. */
export async function setAvatar(db: Db, userId: string, avatar: string | null): Promise<void> {
  await db.updateWhere(user, { id: userId }, { avatar }, { bookkeeping: true })
}
/** The number of an account that its owner has just proved. A change of the number unverifies it (trigger `sys_user_mobile`), so that these are two steps. */
export async function setProvedMobile(db: Db, userId: string, mobile: string): Promise<void> {
  await db.updateWhere(user, { id: userId }, { mobile })
  await db.updateWhere(user, { id: userId }, { mobileVerified: true })
}
/** Gives an account a role by its code, for what the program itself decides; nothing where it has the role already. */
export async function giveRole(db: Db, userId: string, code: string): Promise<void> {
  const made = await db.insertFrom(roleUser, { roleId: sql`r.id`, userId }, sql`role r where r.tenant_id = ${db.me.tenantId} and r.code = ${code}`, { skipExisting: true })
  if (made.length) await db.permissionsChanged([userId])
}
