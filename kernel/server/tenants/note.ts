import sql from 'sql-template-tag'
import type { Db } from '../context.ts'

/** Who did it, for the school's own log; an account of the platform means nothing there. */
export interface By {
  name: string
  ip: string
  traceId: string
}
/** What the platform did to a school stands in the school's own log. */
export const note = (db: Db, action: string, detail: Record<string, unknown>, by: By): Promise<unknown> =>
  db.query(sql`insert into audit_log (tenant_id, action, biz_type, biz_id, detail, ip, trace_id)
    values (${db.me.tenantId}, ${action}, 'tenant', ${db.me.tenantId}, ${JSON.stringify({ by: by.name, ...detail })}, ${by.ip || null}, ${by.traceId || null})`)
