import sql from 'sql-template-tag'
import { MANUAL } from '#model/ledger.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { countStock, MAIN, MOVE_KINDS, moveStock } from '../model/material.ts'
import { STOCK_MESSAGES } from '../model/messages.ts'
import { KEEP } from '../model/permissions.ts'
import { holdersFor } from './order-news.ts'
import { type Material, type Move, materialsOf, mustKeep, postMoves } from './stock.ts'

/** Tells the storekeepers which of these materials the main store has too few of. */
async function warnOfLowStock(db: Db, materialIds: readonly string[]): Promise<void> {
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
/** Receipts and scrap change one store; issues and returns go between the main store and a bag. */
function movesOf(kind: keyof typeof MOVE_KINDS, material: Material, holderId: string | null, qty: number): Move[] {
  const at = (store: string, by: number): Move => ({ material, store, kind, qty: by })
  if (kind === 'issue') return [at(MAIN, -qty), at(holderId ?? MAIN, qty)]
  if (kind === 'return') return [at(holderId ?? MAIN, -qty), at(MAIN, qty)]
  return [at(holderId ?? MAIN, kind === 'scrap' ? -qty : qty)]
}
const move = handle(moveStock, async ({ db, refuse }, { kind, materialId, holderId, qty, note }) => {
  const isTransfer = kind === 'issue' || kind === 'return'
  if (isTransfer && !holderId) refuse('holder', {}, 'holderId')
  const material = (await materialsOf(db, [materialId])).get(materialId) as Material
  const moves = movesOf(kind, material, isTransfer || kind === 'scrap' ? (holderId ?? null) : null, qty)
  await mustKeep(db, moves)
  await postMoves(db, moves, {
    sourceType: MANUAL,
    sourceId: uuidv7(),
    reason: note || MOVE_KINDS[kind],
  })
  if (kind !== 'in' && kind !== 'return') await warnOfLowStock(db, [materialId])
})
/** Locks what is counted, so that the difference is that of this moment. */
async function stocksOf(db: Db, store: string, materialIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; qty: number }>(sql`select material_id as id, qty from repair_stock
    where tenant_id = ${db.me.tenantId} and store = ${store} and material_id = any(${[...materialIds]}::uuid[]) order by id for no key update`)
  return new Map(rows.map(r => [r.id, r.qty]))
}
const count = handle(countStock, async ({ db }, { holderId, counts, note }) => {
  const counted = new Map(counts.flatMap(c => (c ? [[c.materialId, c.counted] as const] : [])))
  const [materials, store] = [await materialsOf(db, [...counted.keys()]), holderId ?? MAIN]
  const stocks = await stocksOf(db, store, [...counted.keys()])
  const moves = [...counted].flatMap(([id, real]) => {
    const qty = real - (stocks.get(id) ?? 0)
    return qty ? [{ material: materials.get(id) as Material, store, kind: 'count' as const, qty }] : []
  })
  await mustKeep(db, moves)
  await postMoves(db, moves, { sourceType: MANUAL, sourceId: uuidv7(), reason: note })
  await warnOfLowStock(db, [...counted.keys()])
  return { changed: moves.length }
})
export default [move, count]
