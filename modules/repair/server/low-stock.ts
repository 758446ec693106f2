import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { STOCK_MESSAGES } from '../model/messages.ts'
import { KEEP } from '../model/permissions.ts'
import { holdersFor } from './notify-order.ts'

/** Tells the storekeepers which of these materials the main store has too few of. */
export async function warnOfLowStock(db: Db, materialIds: readonly string[]): Promise<void> {
  const low = await db.query<{ id: string; name: string; qty: number; least: number }>(sql`select m.id, m.name, coalesce(s.qty, 0) as qty, m.min_stock as least
    from repair_material m left join repair_stock s on s.tenant_id = m.tenant_id and s.material_id = m.id and s.store = 'main'
    where m.tenant_id = ${db.me.tenantId} and m.id = any(${[...materialIds]}::uuid[]) and m.is_enabled and coalesce(s.qty, 0) < m.min_stock`)
  if (!low.length) return
  const to = (await holdersFor(db, KEEP))({ buildingId: null })
  const link = '/repair/materials'
  await notifyEach(
    db,
    STOCK_MESSAGES.lowStock,
    low.map(m => ({ to, values: { material: m.name, stock: m.qty, least: m.least }, bizType: 'repairMaterial', bizId: m.id, link, mobileLink: link })),
  )
}
