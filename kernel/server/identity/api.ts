/** Accounts and sessions, for modules. Functions run in the transaction of the caller's `db`: other processes are notified when it commits, never when it rolls back. */
import sql from 'sql-template-tag'
import type { TenantDb } from '../data/tenant-db.ts'
import { userKey } from './lockout.ts'
import type { Terminal } from './origin.ts'
import { endSession, endSessions } from './sessions.ts'

export { createActivation } from './activation.ts'
export type { EndReason, UserExtras, UserIds } from './deps.ts'
export { personalNumbers, userExtras } from './extras.ts'
export { hashPassword, md5 } from './hashing.ts'
export { randomPassword, resetPassword, setPassword } from './passwords.ts'
export { endSession, endSessions }

export interface SessionLine {
  id: string
  userId: string
  realm: string
  terminal: Terminal
  device: string | null
  ip: string | null
  createdAt: string
  lastActiveAt: string
}
/** Active sessions of the given users, or of the whole school; newest first. */
export const liveSessions = (db: TenantDb, userIds?: readonly string[], limit = 1000): Promise<SessionLine[]> =>
  db.query<SessionLine>(sql`
    select id, user_id as "userId", realm, terminal, device, ip, created_at as "createdAt", last_active_at as "lastActiveAt" from user_session
    where tenant_id = ${db.me.tenantId} and state <> 'ended' and expires_at > now() and (${userIds ?? null}::uuid[] is null or user_id = any(${userIds ?? null}::uuid[]))
    order by last_active_at desc limit ${limit}`)
/** Ends single sessions of these users; returns how many. */
export async function kick(db: TenantDb, userIds: readonly string[], sessionIds?: readonly string[]): Promise<number> {
  if (!sessionIds) return endSessions(db, userIds, 'kicked')
  const theirs = (await liveSessions(db, userIds)).filter(s => sessionIds.includes(s.id))
  for (const s of theirs) await endSession(db, s.id, 'kicked')
  return theirs.length
}
/** Resets failure counters and locks of these users. */
export async function unlock(db: TenantDb, userIds: readonly string[]): Promise<void> {
  await db.query(sql`update login_attempt set failed_at = '{}', locked_until = null where key = any(${userIds.map(userKey)})`)
  await db.query(sql`update sys_user set locked_until = null where tenant_id = ${db.me.tenantId} and id = any(${userIds}::uuid[]) and locked_until is not null`)
}
