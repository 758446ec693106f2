import { MANUAL } from '#model/ledger.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { handle } from '#server/context.ts'
import { MAIN, MOVE_KINDS, moveStock } from '../model/material.ts'
import { warnOfLowStock } from './low-stock.ts'
import { type Material, type Move, materialsOf, mustKeep, postMoves } from './stock.ts'

/** Receipts and scrap change one store; issues and returns go between the main store and a bag. */
function movesOf(kind: keyof typeof MOVE_KINDS, material: Material, holderId: string | null, qty: number): Move[] {
  const at = (store: string, by: number): Move => ({ material, store, kind, qty: by })
  if (kind === 'issue') return [at(MAIN, -qty), at(holderId ?? MAIN, qty)]
  if (kind === 'return') return [at(holderId ?? MAIN, -qty), at(MAIN, qty)]
  return [at(holderId ?? MAIN, kind === 'scrap' ? -qty : qty)]
}
export default handle(moveStock, async ({ db, refuse }, { kind, materialId, holderId, qty, note }) => {
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
