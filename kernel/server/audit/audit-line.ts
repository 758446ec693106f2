import sql from 'sql-template-tag'
import type { TenantDb } from '../data/tenant-db.ts'

export interface AuditLine {
  userId: string | null
  action: string
  bizType?: string | null
  bizId?: string | null
  detail?: object
  ip: string | null
  traceId?: string
}
/** Writes an audit entry in the transaction of `db`; returns its id. */
export async function writeAudit(db: TenantDb, { userId, action, bizType = null, bizId = null, detail, ip, traceId }: AuditLine): Promise<string> {
  const rows = await db.query<{ id: string }>(sql`insert into audit_log (tenant_id, user_id, action, biz_type, biz_id, detail, ip, trace_id)
    values (${db.me.tenantId}, ${userId || null}, ${action}, ${bizType}, ${bizId}, ${detail ? JSON.stringify(detail) : null}, ${ip}, ${traceId ?? null}) returning id`)
  return rows[0]?.id as string
}
