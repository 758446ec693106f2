import type { Db } from '#server/context.ts'
import { type Material, materialsOf, postMoves } from './stock.ts'

/** 20-R6: what a sheet used leaves the worker's bag, never below 0. */
export async function useMaterials(
  db: Db,
  workerId: string,
  sheetId: string,
  given: ReadonlyArray<{ materialId: string; qty: number }>,
): Promise<Array<{ material: Material; qty: number }>> {
  const materials = await materialsOf(
    db,
    given.map(g => g.materialId),
  )
  const totals = Map.groupBy(given, g => g.materialId)
  const used = [...totals].map(([id, lines]) => ({ material: materials.get(id) as Material, qty: lines.reduce((n, l) => n + l.qty, 0) }))
  await postMoves(
    db,
    used.map(({ material, qty }) => ({ material, store: workerId, kind: 'use' as const, qty: -qty })),
    { sourceType: 'workSheet', sourceId: sheetId },
  )
  return used
}
