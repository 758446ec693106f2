import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'

/** Recipients of audit alarms: audit administrators, else the system administrators. */
export async function keepers(db: Db): Promise<string[]> {
  const rows = await holdersOf(db, 'auditAdmin', 'admin')
  const own = rows.filter(r => r.code === 'auditAdmin')
  return (own.length ? own : rows).map(r => r.id)
}
