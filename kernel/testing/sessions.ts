import sql, { type Sql } from 'sql-template-tag'
import { newToken, tokenHash } from '#server/identity/tokens.ts'

export interface Opened {
  tenantId: string
  userId: string
  realm: string
  token: string
}
/** Sessions as sign-in creates them, without a password. They outlast a run, which copies schools with signed-in users. */
export function sessions(opened: readonly Opened[]): Sql {
  const rows = opened.map(({ token, ...of }) => ({ ...of, access: tokenHash(token).toString('hex'), refresh: tokenHash(newToken()).toString('hex') }))
  return sql`insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, device, ip, access_expires_at, expires_at, state)
    select x."tenantId", x."userId", x.realm, 'qinglan-web', decode(x.access, 'hex'), decode(x.refresh, 'hex'), 'pc', 'test', '127.0.0.1', now() + interval '1 day', now() + interval '1 day', 'active'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("tenantId" uuid, "userId" uuid, realm text, access text, refresh text)`
}
