import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db, Realm } from '#server/context.ts'
import type { WayCall } from '#server/identity/ways.ts'
import { identitySource } from '../model/sso.ts'
import { assertMayEnter } from './sso-confirm.ts'
import { doorRefusal, type External, type KeyedSource, type SourceRow } from './sso-settings.ts'

const TICKET_SECONDS = 600
/** Attempts per binding ticket. */
export const TICKET_TRIES = 20
/** An external identity awaiting its binding. */
export interface Unbound {
  source: string
  oauthId: string
  externalName: string | null
  realm: Realm
  /** Tie for the session that begins with the binding. */
  tie?: string | undefined
}
export const bindPurpose = (tenantId: string): string => `bind:${tenantId}`

/** The source with this code if it is enabled for the realm; otherwise 404. */
export async function openSource(db: Db, code: string, realm: Realm): Promise<KeyedSource> {
  const source = await db.unscoped(identitySource).with('clientSecret').find({ source: code }) // runs before sign-in
  if (!source?.isEnabled || !offers(source, realm)) throw doorRefusal(400, 'closed', '没有开通这种登录方式：{source}', { source: code.slice(0, 32) })
  return source
}
/** Without listed realms a source serves the admin realm only. */
export const offers = (source: SourceRow, realm: Realm): boolean => (source.realms?.length ? source.realms.includes(realm) : realm === 'admin')

/** The account of an external identity: bound, else matched by number. */
export async function findUser(db: Db, source: SourceRow, realm: Realm, external: External): Promise<string | undefined> {
  const bound = await db.query<{ id: string }>(
    sql`select b.user_id as id from user_binding b join sys_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
      where b.tenant_id = ${db.me.tenantId} and b.source = ${source.source} and b.oauth_id = ${external.id} and u.realm = ${realm}`,
  )
  if (bound[0]) return bound[0].id
  if (external.onlyBound || source.matchBy === 'binding') return undefined
  const by = { accountNo: sql`account_no = ${external.id}`, userName: sql`sign_in_name = lower(${external.id})`, mobile: sql`mobile = ${external.id} and mobile_verified` }[
    source.matchBy
  ]
  const found = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and realm = ${realm} and ${by} limit 2`)
  // An ambiguous number matches nobody.
  return found.length === 1 ? found[0]?.id : undefined
}
/** The same, or a refusal with a ticket to bind an account. */
export async function userOrTicket(call: WayCall, source: SourceRow, external: External): Promise<string> {
  const userId = await findUser(call.db, source, call.realm, external)
  if (userId) {
    await assertMayEnter(call.db, source, userId)
    return userId
  }
  const data: Unbound = { source: source.source, oauthId: external.id, externalName: external.name, realm: call.realm, tie: external.tie }
  const bindTicket = await call.identity.challenges.make({ kind: 'bind', purpose: bindPurpose(call.school.id), data, ip: call.origin.ip, seconds: TICKET_SECONDS })
  throw doorRefusal(404, 'unbound', '“{name}”的账号还没有绑定平台账号，请先绑定', { name: source.name }, { bindTicket })
}
/** Marks a proof as used; false on replay. A unique index resolves races. */
export async function spend(db: Db, source: string, proof: string, expiresAt: Date): Promise<boolean> {
  const hash = proofHash(proof)
  await db.query(sql`delete from spent_proof where tenant_id = ${db.me.tenantId} and source = ${source} and expires_at < now() - interval '1 minute'`)
  const rows = await db.query(
    sql`insert into spent_proof (tenant_id, source, proof_hash, expires_at) values (${db.me.tenantId}, ${source}, ${hash}, ${expiresAt.toISOString()}) on conflict do nothing returning id`,
  )
  return rows.length > 0
}
export const proofHash = (proof: string): string => createHash('sha256').update(proof).digest('base64url')
