import sql from 'sql-template-tag'
import type { Db } from '../context.ts'
import { createActivation } from '../identity/api.ts'
import { newToken, tokenHash } from '../identity/tokens.ts'
import type { Step } from './provision.ts'

/** First administrator of a new school. */
export interface FirstAdmin {
  userName: string
  nickName: string
  mobile?: string | null
}
/** Stored for the step; only the token's hash is kept. */
interface Waiting extends FirstAdmin {
  tokenHash: string
}
const CODE = 'firstAdmin'

/** Registers the first administrator of a school being provisioned; returns the token of the activation link, which works once provisioning is done. A repeated call replaces
 *  the link. */
export async function awaitAdmin(db: Db, admin: FirstAdmin): Promise<string> {
  const token = newToken()
  const waiting: Waiting = { ...admin, tokenHash: tokenHash(token).toString('hex') }
  await db.query(sql`insert into provision_step (tenant_id, step, state, detail) values (${db.me.tenantId}, ${CODE}, 'todo', ${JSON.stringify(waiting)}::jsonb)
    on conflict (tenant_id, step) do update set detail = excluded.detail, state = 'todo', done_at = null`)
  return token
}
/** Last step: creates account, role and link. Nothing to do when no administrator was named. */
export const adminStep: Step = {
  code: CODE,
  title: '首个管理员',
  isOpening: true,
  async run(db) {
    const [row] = await db.query<{ detail: Waiting | null }>(sql`select detail from provision_step where tenant_id = ${db.me.tenantId} and step = ${CODE}`)
    if (row?.detail) await addAdmin(db, row.detail, Buffer.from(row.detail.tokenHash, 'hex'))
  },
}
async function addAdmin(db: Db, admin: FirstAdmin, hash: Buffer): Promise<void> {
  const userId = await account(db, 'admin', admin)
  await db.query(sql`delete from activation where tenant_id = ${db.me.tenantId} and user_id = ${userId}`)
  await db.query(sql`insert into activation (tenant_id, user_id, token_hash, expires_at) values (${db.me.tenantId}, ${userId}, ${hash}, now() + interval '72 hours')`)
}
/** Creates an account without password that has the role, or returns the existing one. */
async function account(db: Db, role: string, { userName, nickName, mobile }: FirstAdmin): Promise<string> {
  const made = await db.query<{ id: string }>(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, mobile)
    values (${db.me.tenantId}, 'admin', ${userName}, ${userName}, ${nickName}, 9, ${mobile ?? null}) on conflict (tenant_id, realm, account_no) do update set updated_at = now() returning id`)
  const userId = made[0]?.id as string
  await db.query(
    sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role where tenant_id = ${db.me.tenantId} and code = ${role} on conflict do nothing`,
  )
  await db.permissionsChanged([userId])
  return userId
}
/** New activation link for the role's account; undefined once a holder of the role has set a password, unless `always`. */
export async function linkFor(db: Db, role: string, admin: FirstAdmin, always = false): Promise<string | undefined> {
  const active =
    await db.query(sql`select 1 from sys_user u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      where u.tenant_id = ${db.me.tenantId} and r.code = ${role} and u.password_hash is not null limit 1`)
  if (active.length && !always) return undefined
  return createActivation(db, await account(db, role, admin))
}
