import sql from 'sql-template-tag'
import { permissionKey, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { setting } from '#modules/system/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { draftText } from '../model/call.ts'
import { AI_MESSAGES } from '../model/messages.ts'
import { aiQuota, type PERIODS, SCOPES } from '../model/quota.ts'
import { USES, type Use } from '../model/use.ts'
import { beginOf, resetOf } from './quota-periods.ts'

interface Quota {
  id: string
  scope: keyof typeof SCOPES
  use: Use | null
  period: keyof typeof PERIODS
  limitTokens: number
}
interface Held extends Quota {
  begins: string
  userId: string | null
}
export interface Reservation {
  callId: string
  held: readonly Held[]
}
export interface Wanted {
  callId: string
  use: Use
  /** Null for a call of the test set, which is the school's and not a person's. */
  dailyPerUser: number | null
  tokens: number
  /** How long the call may take at most. */
  seconds: number
}
const nameOf = ({ scope, use }: Quota): string => (use ? `${SCOPES[scope]} · ${USES[use]}` : SCOPES[scope])

/** 60-AI11: counts the call and sets its tokens aside, or refuses both. The quotas are locked in the order of their ids, so calls at the same time see each other. */
export const reserve = (db: Db, { callId, use, dailyPerUser, tokens, seconds }: Wanted): Promise<Reservation> =>
  db.tx(async tx => {
    const { tenantId, userId } = tx.me
    const day = today()
    if (dailyPerUser !== null && !(await counted(tx, use, day, dailyPerUser)))
      throw refusalOf(draftText, 'daily', { used: dailyPerUser, limit: dailyPerUser, resetsAt: schoolTimeText(resetOf('day', day)) })
    const quotas = await tx.query<Quota>(sql`select id, scope, use, period, limit_tokens as "limitTokens" from ai_quota
      where tenant_id = ${tenantId} and (use is null or use = ${use}) and (scope <> 'user' or ${dailyPerUser !== null}) order by id for update`)
    const held = quotas.map(q => ({ ...q, begins: beginOf(q.period, day), userId: q.scope === 'user' ? userId : null }))
    if (!held.length) return { callId, held }
    const taken = await tx.query<{ id: string; used: number; reserved: number }>(sql`select q.id, coalesce(s.used, 0)::float8 as used,
        coalesce((select sum(r.tokens) from ai_reservation r where r.tenant_id = ${tenantId} and r.quota_id = q.id and r.user_id is not distinct from q."userId"
          and r.expires_at > now()), 0)::float8 as reserved
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) q(id uuid, begins date, "userId" uuid)
      left join ai_spend s on s.tenant_id = ${tenantId} and s.quota_id = q.id and s.begins_on = q.begins and s.user_id is not distinct from q."userId"`)
    const byId = new Map(taken.map(t => [t.id, t.used + t.reserved]))
    const full = held.find(q => (byId.get(q.id) ?? 0) + tokens > q.limitTokens)
    if (full)
      throw refusalOf(draftText, 'tokens', { name: nameOf(full), used: byId.get(full.id) ?? 0, limit: full.limitTokens, resetsAt: schoolTimeText(resetOf(full.period, day)) })
    await tx.query(sql`insert into ai_reservation (tenant_id, call_id, quota_id, user_id, tokens, expires_at)
      select ${tenantId}, ${callId}, q.id, q."userId", ${tokens}, now() + make_interval(secs => ${seconds}) from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) q(id uuid, "userId" uuid)`)
    return { callId, held }
  })
/** Counts a call of this user on this day, unless the most were made. */
async function counted(tx: Db, use: Use, day: string, most: number): Promise<boolean> {
  const { tenantId, userId } = tx.me
  const rows = await tx.query(sql`insert into ai_daily as d (tenant_id, use, user_id, day, calls) values (${tenantId}, ${use}, ${userId}, ${day}, 1)
    on conflict (tenant_id, use, user_id, day) do update set calls = d.calls + 1 where d.calls < ${most} returning calls`)
  return rows.length > 0
}
/** Gives back what was set aside and books what was used; tells administrators once a period when a quota of the school is nearly used up. */
export const settle = (db: Db, { callId, held }: Reservation, tokens: number): Promise<void> =>
  db.tx(async tx => {
    if (!held.length) return
    const { tenantId } = tx.me
    // a quota removed meanwhile has taken its rows along
    const still = await tx.query<{ id: string }>(sql`select id from ai_quota where tenant_id = ${tenantId} and id = any(${held.map(q => q.id)}::uuid[]) order by id for update`)
    const ids = new Set(still.map(s => s.id))
    const rows = held.filter(q => ids.has(q.id))
    await tx.query(sql`delete from ai_reservation where tenant_id = ${tenantId} and call_id = ${callId}`)
    if (!tokens || !rows.length) return
    await tx.query(sql`insert into ai_spend as s (tenant_id, quota_id, user_id, begins_on, used)
      select ${tenantId}, q.id, q."userId", q.begins, ${tokens} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) q(id uuid, begins date, "userId" uuid)
      on conflict (tenant_id, quota_id, user_id, begins_on) do update set used = s.used + excluded.used`)
    await warn(tx, rows)
  })
async function warn(db: Db, rows: readonly Held[]): Promise<void> {
  const percent = await setting<number>(db, 'ai', 'warnPercent')
  const shared = rows.filter(q => q.scope !== 'user')
  if (!shared.length) return
  const near = await db.query<{
    id: string
    used: number
  }>(sql`update ai_spend s set is_told = true from jsonb_to_recordset(${JSON.stringify(shared)}::jsonb) q(id uuid, begins date, "limitTokens" int)
    where s.tenant_id = ${db.me.tenantId} and s.quota_id = q.id and s.begins_on = q.begins and s.user_id is null and not s.is_told and s.used * 100 >= q."limitTokens"::bigint * ${percent}
    returning s.quota_id as id, s.used::float8 as used`)
  if (!near.length) return
  const to = await accountsWith(db, permissionKey(aiQuota, 'update'))
  for (const { id, used } of near) {
    const quota = shared.find(q => q.id === id) as Held
    await notify(db, AI_MESSAGES.quotaNear, {
      to,
      values: { name: { text: nameOf(quota) }, percent: Math.floor((used / quota.limitTokens) * 100), used, limit: quota.limitTokens },
      bizType: 'aiQuota',
      bizId: id,
      link: '/ai/settings?tab=quotas',
    })
  }
}
