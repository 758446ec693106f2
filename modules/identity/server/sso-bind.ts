import sql from 'sql-template-tag'
import { writeAudit } from '#server/audit/audit-line.ts'
import type { Db, Realm } from '#server/context.ts'
import type { TenantDb } from '#server/data/tenant-db.ts'
import { accountById } from '#server/identity/accounts.ts'
import { notify } from '#server/notifications/notify.ts'
import { bindingChanged, identitySource } from '../model/sso.ts'
import { waysAllowed } from './credentials-ways.ts'
import { offers, type Unbound } from './sso-match.ts'
import { doorRefusal } from './sso-settings.ts'

/** Masked so that only the owner recognises it. */
export const masked = (text: string): string => (text.length <= 4 ? `${text.slice(0, 1)}***` : `${text.slice(0, 2)}${'*'.repeat(Math.min(6, text.length - 4))}${text.slice(-2)}`)

/** Binds an identity to the account of the session that begins in the same transaction. Unique indexes resolve races. */
export async function bind(db: TenantDb, sessionId: string, of: Unbound, seen: { ip: string; traceId: string }): Promise<string> {
  const [session] = await db.query<{ userId: string; realm: Realm }>(
    sql`select user_id as "userId", realm from user_session where tenant_id = ${db.me.tenantId} and id = ${sessionId}`,
  )
  // An identity from one realm's sign-in must not open an account of another realm.
  if (session?.realm !== of.realm) throw doorRefusal(400, 'otherRealm', '这个账号不能在这里绑定')
  const { userId } = session
  const made = await db.query<{ id: string }>(
    sql`insert into user_binding (tenant_id, user_id, source, oauth_id, external_name, bound_by, created_by, updated_by)
      values (${db.me.tenantId}, ${userId}, ${of.source}, ${of.oauthId}, ${of.externalName}, 'self', ${userId}, ${userId}) on conflict do nothing returning id`,
  )
  if (!made[0]) throw await taken(db, userId, of)
  await writeAudit(db, { userId, action: 'binding.add', bizType: 'userBinding', bizId: made[0].id, detail: { source: of.source, oauthId: masked(of.oauthId) }, ...seen })
  return userId
}
async function taken(db: TenantDb, userId: string, of: Unbound) {
  const rows = await db.query<{ accountNo: string; oauthId: string; isIdentity: boolean }>(
    sql`select u.account_no as "accountNo", b.oauth_id as "oauthId", b.oauth_id = ${of.oauthId} as "isIdentity" from user_binding b join sys_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
      where b.tenant_id = ${db.me.tenantId} and b.source = ${of.source} and (b.oauth_id = ${of.oauthId} or b.user_id = ${userId}) order by 3 desc limit 1`,
  )
  const other = rows[0]
  if (other?.isIdentity) return doorRefusal(422, 'identityBound', '这个外部账号已绑定平台账号 {accountNo}，请先由它解除绑定', { accountNo: masked(other.accountNo) })
  return doorRefusal(422, 'accountBound', '你的账号已绑定另一个外部账号 {oauthId}，请先解除绑定', { oauthId: masked(other?.oauthId ?? '') })
}
/** Whether the user keeps another enabled sign-in method without this binding. */
export async function hasOtherWay(db: Db, userId: string, bindingId: string): Promise<boolean> {
  const account = await accountById(db, userId)
  if (!account) return false
  const [held] = await db.query<{ isVerified: boolean; others: string[] }>(
    sql`select u.mobile_verified as "isVerified", array(select b.source from user_binding b where b.tenant_id = u.tenant_id and b.user_id = u.id and b.id <> ${bindingId}) as others
      from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`,
  )
  const ways = (await Promise.all(['pc', 'mobile', 'wecom'].map(terminal => waysAllowed(db, account, terminal)))).flat()
  if ((account.passwordHash && ways.includes('account')) || (held?.isVerified && ways.includes('mobile'))) return true
  if (!ways.includes('sso')) return false
  const open = [...(await db.cached(identitySource)).values()].filter(s => s.isEnabled && offers(s, account.realm))
  return open.some(s => held?.others.includes(s.source) || (s.matchBy !== 'binding' && s.protocol !== 'scan'))
}
export const noOtherWay = () => doorRefusal(422, 'lastWay', '解除后就没有办法登录了，请先开通另一种登录方式')

/** Notifies the user of a new or removed binding. */
export async function tellBinding(db: Db, userId: string, source: string, change: 'bound' | 'unbound'): Promise<void> {
  const name = [...(await db.cached(identitySource)).values()].find(s => s.source === source)?.name ?? source
  await notify(db, bindingChanged, { to: [userId], values: { source: name, change: { text: change === 'bound' ? '绑定' : '解除绑定' } }, link: '/personalcenter#bindings' })
}
