import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { MANUAL } from '#model/ledger.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type Cause, openAccounts, postMoves } from '#server/ledger/post.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { countStock, MAIN, MOVE_KINDS, moveStock, repairMaterial, repairStock, stockLedger } from '../model/material.ts'
import { STOCK_MESSAGES } from '../model/messages.ts'
import { KEEP } from '../model/permissions.ts'
import { holdersFor } from './order-news.ts'

export type Material = Row<typeof repairMaterial>
interface Move {
  material: Material
  /** `main`, or the account of the worker with the bag. */
  store: string
  kind: keyof typeof MOVE_KINDS
  qty: number
}
const accountOf = ({ material, store }: Move) => ({ materialId: material.id, store })
/** Materials by their ids; refuses where one of them has been removed. */
export async function materialsOf(db: Db, ids: readonly string[]): Promise<Material[]> {
  const found = await db.unscoped(repairMaterial).all({ id: ids }) // a catalogue without scope
  if (found.length < new Set(ids).size) throw refusalOf(repairStock, 'unknown', {}, 'materialId')
  return found
}
/** Moves of one cause; a store that lacks the quantity refuses and says what it has. */
export const postStock = (db: Db, moves: readonly Move[], cause: Cause) =>
  postMoves(
    db,
    stockLedger,
    cause,
    moves.map(m => ({ account: accountOf(m), kind: m.kind, amount: m.qty, values: { material: m.material.name, unit: m.material.unit } })),
  )
/** Moves by hand, in the keeper's stores only; keepers hear where the main store then has too little. */
async function keep(db: Db, moves: readonly Move[], reason: string): Promise<void> {
  const accounts = await openAccounts(db, stockLedger, moves.map(accountOf))
  if ((await db.visible(repairStock).count({ id: accounts })) < accounts.length) throw notFound()
  await postStock(db, moves, { sourceType: MANUAL, sourceId: uuidv7(), reason })
  await warnOfLowStock(
    db,
    moves.filter(m => m.store === MAIN && m.qty < 0).map(m => m.material.id),
  )
}
/** Tells the storekeepers which of these materials the main store has too few of. */
async function warnOfLowStock(db: Db, materialIds: readonly string[]): Promise<void> {
  const low = await db.query<{ id: string; name: string; qty: number; least: number }>(sql`select m.id, m.name, coalesce(s.qty, 0) as qty, m.min_stock as least
    from repair_material m left join repair_stock s on s.tenant_id = m.tenant_id and s.material_id = m.id and s.store = 'main'
    where m.tenant_id = ${db.me.tenantId} and m.id = any(${[...materialIds]}::uuid[]) and m.is_enabled and coalesce(s.qty, 0) < m.min_stock`)
  if (!low.length) return
  const to = (await holdersFor(db, KEEP))({ buildingId: null })
  const where = { bizType: 'repairMaterial', link: '/repair/materials', mobileLink: '/repair/materials' }
  const told = low.map(m => ({ to, values: { material: m.name, stock: m.qty, least: m.least }, bizId: m.id, ...where }))
  await notifyEach(db, STOCK_MESSAGES.lowStock, told)
}
/** Receipts and scrap change one store; issues and returns go between the main store and a bag. */
const move = handle(moveStock, async ({ db, refuse }, { kind, materialId, holderId, qty, note }) => {
  if ((kind === 'issue' || kind === 'return') && !holderId) refuse('holder', {}, 'holderId')
  const [from, to] = { in: [null, MAIN], issue: [MAIN, holderId], return: [holderId, MAIN], scrap: [holderId ?? MAIN, null] }[kind]
  const [material] = await materialsOf(db, [materialId])
  const at = (store: string | null | undefined, by: number) => (store && material ? [{ material, store, kind, qty: by }] : [])
  await keep(db, [...at(from, -qty), ...at(to, qty)], note || MOVE_KINDS[kind])
})
/** What was counted becomes the stock; locked, so that the difference is that of this moment. */
const count = handle(countStock, async ({ db }, { holderId, counts, note }) => {
  const counted = new Map(counts.map(c => [c.materialId, c.counted]))
  const [materials, store] = [await materialsOf(db, [...counted.keys()]), holderId ?? MAIN]
  const rows = await db.query<{ id: string; qty: number }>(sql`select material_id as id, qty from repair_stock
    where tenant_id = ${db.me.tenantId} and store = ${store} and material_id = any(${[...counted.keys()]}::uuid[]) order by id for no key update`)
  const stocks = new Map(rows.map(r => [r.id, r.qty]))
  const differences = materials.map(material => ({ material, store, kind: 'count' as const, qty: (counted.get(material.id) ?? 0) - (stocks.get(material.id) ?? 0) }))
  const moves = differences.filter(m => m.qty)
  await keep(db, moves, note)
  return { changed: moves.length }
})
export default [move, count]
