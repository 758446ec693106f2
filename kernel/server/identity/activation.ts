import type pg from 'pg'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { ask, type TenantDb, withTenant } from '../data/tenant-db.ts'
import { setPassword } from './passwords.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'

const HOURS = 72
const invalid = (): Refusal => new Refusal(422, [{ rule: 'identity.activation.invalid', text: '激活链接无效、已用过或已超过 {hours} 小时', values: { hours: HOURS } }])

/** Creates an activation link for an account without password, above all a school's first administrator. Earlier links of the user become invalid. */
export async function createActivation(db: TenantDb, userId: string): Promise<string> {
  const token = newToken()
  await db.query(sql`delete from activation where tenant_id = ${db.me.tenantId} and user_id = ${userId}`)
  await db.query(
    sql`insert into activation (tenant_id, user_id, token_hash, expires_at) values (${db.me.tenantId}, ${userId}, ${tokenHash(token)}, now() + make_interval(hours => ${HOURS}))`,
  )
  return token
}
/** Sets the first password by activation link, once. The link stays valid when the policy refuses the password. */
export async function activate(pool: pg.Pool, token: string, password: string): Promise<{ tenantId: string; userName: string }> {
  if (!isToken(token)) throw invalid()
  const hash = tokenHash(token)
  const [link] = await ask<{ tenantId: string; userId: string }>(
    pool,
    sql`select tenant_id as "tenantId", user_id as "userId" from activation where token_hash = ${hash} and used_at is null and expires_at > now()`,
  )
  if (!link) throw invalid()
  return withTenant(pool, link.tenantId, async db => {
    const used = await db.query(sql`update activation set used_at = now() where token_hash = ${hash} and used_at is null and expires_at > now() returning 1`)
    if (!used.length) throw invalid()
    await setPassword(db, link.userId, password)
    const rows = await db.query<{ tenantId: string; userName: string }>(
      sql`update sys_user u set status = 'enabled', locked_until = null from tenant t where u.tenant_id = ${link.tenantId} and u.id = ${link.userId} and t.id = u.tenant_id
        returning t.code as "tenantId", u.user_name as "userName"`,
    )
    return rows[0] as { tenantId: string; userName: string }
  })
}
