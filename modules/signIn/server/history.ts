import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** What was written to many lines in one statement. */
export interface Changed {
  id: string
  from: string
  to: string
}
/** The same in the history of each line: who, from what to what, and why. What students do themselves stands in the line. */
export async function noteHistory(db: Db, changes: readonly Changed[], why: string): Promise<void> {
  if (!changes.length) return
  await db.query(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${db.me.tenantId}::uuid, ${db.me.userId || null}::uuid, 'signIn', 'update', 'signLine', c.id, ${why.slice(0, 60)},
      jsonb_build_object('state', jsonb_build_object('from', c."from", 'to', c."to"))
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) c(id uuid, "from" text, "to" text)`)
}
