import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { compute, rules } from '#server/context.ts'
import { aiQuota } from '../model/quota.ts'
import { beginOf, resetOf } from './quota-periods.ts'

type Quota = Row<typeof aiQuota>
const check = ({ scope, use }: Partial<Quota>): void => {
  if (scope === 'use' && !use) throw refusalOf(aiQuota, 'needsUse', {}, 'use')
  if (scope === 'school' && use) throw refusalOf(aiQuota, 'noUse', {}, 'use')
}
const quotaRules = rules(aiQuota, {
  async add(_ctx, draft) {
    check({ scope: 'school', ...draft } as Partial<Quota>)
  },
  async update(_ctx, row, patch) {
    check({ ...row, ...patch } as Partial<Quota>)
  },
})
/** Of a quota of each user: what all of them used. */
const spent = compute(aiQuota, ['used', 'reserved', 'resetsAt'], async ({ db }, rows) => {
  const day = today()
  const periods = JSON.stringify(rows.map(row => ({ id: row.id, begins: beginOf(row.period, day) })))
  const sums = await db.query<{ id: string; used: number; reserved: number }>(sql`select q.id,
      coalesce((select sum(s.used) from ai_spend s where s.tenant_id = ${db.me.tenantId} and s.quota_id = q.id and s.begins_on = q.begins), 0)::float8 as used,
      coalesce((select sum(r.tokens) from ai_reservation r where r.tenant_id = ${db.me.tenantId} and r.quota_id = q.id and r.expires_at > now()), 0)::float8 as reserved
    from jsonb_to_recordset(${periods}::jsonb) q(id uuid, begins date)`)
  const byId = new Map(sums.map(s => [s.id, s]))
  for (const row of rows) {
    row.used = byId.get(row.id)?.used ?? 0
    row.reserved = byId.get(row.id)?.reserved ?? 0
    row.resetsAt = resetOf(row.period, day)
  }
})
export default [quotaRules, spent]
