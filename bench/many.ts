import type pg from 'pg'
import { newToken, tokenHash } from '#server/identity/tokens.ts'
import { giveAccounts } from './holiday.ts'
import type { Session } from './product.ts'

export interface Signed extends Session {
  studentId: string
  userId: string
}
const sessionOf = (port: number, token: string): Session => ({ port, headers: { 'FlySource-Auth': `bearer ${token}`, 'Accept-Language': 'zh-cn' } })
/** Sessions of these accounts, written by SQL: what is measured is what they do, not how they sign in. */
async function writeSessions(client: pg.Client, userIds: readonly string[]): Promise<string[]> {
  const tokens = userIds.map(() => newToken())
  await client.query(
    `insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, access_expires_at, expires_at, way)
      select u.tenant_id, u.id, u.realm, 'qinglan-web', t.access, t.refresh, 'pc', now() + interval '3 hours', now() + interval '1 day', 'password'
      from unnest($1::uuid[], $2::bytea[], $3::bytea[]) t(id, access, refresh) join sys_user u on u.id = t.id`,
    [userIds, tokens.map(tokenHash), userIds.map(() => tokenHash(newToken()))],
  )
  return tokens
}
/** So many students in school, signed in. */
export async function manyStudents(client: pg.Client, port: number, most: number): Promise<Signed[]> {
  await giveAccounts(client)
  const { rows } = await client.query<{ userId: string; studentId: string }>(
    `select u.id as "userId", s.id as "studentId" from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id and s.status = 'active' and s.deleted_at is null
      where u.realm = 'admin' and u.status = 'enabled' order by md5(u.user_name) limit $1`,
    [most],
  )
  const tokens = await writeSessions(
    client,
    rows.map(r => r.userId),
  )
  await client.query('analyze user_session')
  return rows.map((row, n) => ({ ...row, ...sessionOf(port, tokens[n] ?? '') }))
}
/** A further member of staff with a role, signed in. */
export async function oneMore(client: pg.Client, port: number, role: string): Promise<Session> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type)
        select r.tenant_id, 'admin', x.name, x.name, '压测' || x.name, 1 from role r join tenant t on t.id = r.tenant_id and t.code = '100001', (select 'bench-' || left(md5(random()::text), 8) as name) x where r.code = $1 returning tenant_id, id),
      given as (insert into role_user (tenant_id, role_id, user_id) select m.tenant_id, r.id, m.id from made m join role r on r.tenant_id = m.tenant_id and r.code = $1)
    select id from made`,
    [role],
  )
  const [token = ''] = await writeSessions(client, [rows[0]?.id ?? ''])
  return sessionOf(port, token)
}
