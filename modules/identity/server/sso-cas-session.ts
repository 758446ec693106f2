import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { ask, type TenantDb } from '#server/data/tenant-db.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Entered } from '#server/identity/ways.ts'
import { ticketOfLogout } from './sso-cas.ts'
import { proofHash } from './sso-match.ts'
import { doorRefusal } from './sso-settings.ts'

/** Keeps a validated CAS ticket until its session begins: a second factor or a binding may come between. Returns the tie for the session. */
export async function awaitSession(db: Db, ticket: string): Promise<string> {
  const tie = proofHash(ticket)
  await db.query(sql`
    with outlived as (delete from cas_session where tenant_id = ${db.me.tenantId} and session_id is null and created_at < now() - interval '1 hour')
    insert into cas_session (tenant_id, ticket_hash) values (${db.me.tenantId}, ${tie}) on conflict do nothing`)
  return tie
}
/** Ties the session that begins to the ticket, if there was one. */
export const tiedTo = (tie: string | undefined): Pick<Entered, 'began' | 'tie'> => (tie === undefined ? {} : { tie, began: (db, sessionId) => take(db, sessionId, tie) })

async function take(db: TenantDb, sessionId: string, tie: string): Promise<void> {
  const rows = await db.query(
    sql`update cas_session set session_id = ${sessionId} where tenant_id = ${db.me.tenantId} and ticket_hash = ${tie} and session_id is null returning id`,
  )
  if (!rows.length) throw doorRefusal(400, 'signedOut', '你已经在学校的登录系统退出，请重新登录')
}
/** Single sign-out: ends the session that began with this ticket, and prevents one that has not begun yet. */
export async function signOutBy(identity: Identity, xml: string): Promise<void> {
  const ticket = xml && ticketOfLogout(xml)
  if (!ticket) return
  const rows = await ask<{ tenantId: string; sessionId: string | null }>(
    identity.deps.pool,
    sql`delete from cas_session where ticket_hash = ${proofHash(ticket)} returning tenant_id as "tenantId", session_id as "sessionId"`,
  )
  for (const { tenantId, sessionId } of rows) if (sessionId) await identity.sessions.end(tenantId, sessionId, 'logout')
}
