import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'

/** Who looks after the audit: its administrators, where the school has them, else the system administrators. */
export async function keepers(db: Db): Promise<string[]> {
  const rows = await holdersOf(db, 'auditAdmin', 'admin')
  const own = rows.filter(r => r.code === 'auditAdmin')
  return (own.length ? own : rows).map(r => r.id)
}
