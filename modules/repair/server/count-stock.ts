import sql from 'sql-template-tag'
import { MANUAL } from '#model/ledger.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { countStock, MAIN } from '../model/material.ts'
import { warnOfLowStock } from './low-stock.ts'
import { type Material, materialsOf, mustKeep, postMoves } from './stock.ts'

/** Locks what is counted, so that the difference is that of this moment. */
async function stocksOf(db: Db, store: string, materialIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; qty: number }>(sql`select material_id as id, qty from repair_stock
    where tenant_id = ${db.me.tenantId} and store = ${store} and material_id = any(${[...materialIds]}::uuid[]) order by id for no key update`)
  return new Map(rows.map(r => [r.id, r.qty]))
}
export default handle(countStock, async ({ db }, { holderId, counts, note }) => {
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
