import sql from 'sql-template-tag'
import { compute } from '#server/context.ts'
import { HIDDEN_SECRET, identitySource, userBinding } from '../model/sso.ts'

/** Tells whether a secret is set, without disclosing it. */
const secrets = compute(identitySource, ['secretShown'], async ({ db, me }, rows) => {
  const held = await db.query<{ id: string }>(
    sql`select id from identity_source where tenant_id = ${me.tenantId} and id = any(${rows.map(r => r.id)}::uuid[]) and client_secret is not null`,
  )
  const having = new Set(held.map(r => r.id))
  for (const row of rows) row.secretShown = having.has(row.id) ? HIDDEN_SECRET : null
})
const names = compute(userBinding, ['accountNo', 'sourceName'], async ({ db, me }, rows) => {
  const users = await db.query<{ id: string; accountNo: string }>(
    sql`select id, account_no as "accountNo" from sys_user where tenant_id = ${me.tenantId} and id = any(${rows.map(r => r.userId)}::uuid[])`,
  )
  const numbers = new Map(users.map(u => [u.id, u.accountNo]))
  const sources = new Map([...(await db.cached(identitySource)).values()].map(s => [s.source, s.name]))
  for (const row of rows) {
    row.accountNo = numbers.get(row.userId) ?? null
    row.sourceName = sources.get(row.source) ?? row.source
  }
})
export default [secrets, names]
