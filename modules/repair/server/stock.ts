import { type Row, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { EntryDraft } from '#server/ledger/post.ts'
import { openAccounts, postEntries } from '#server/ledger/post.ts'
import { type MOVE_KINDS, repairMaterial, repairStock, stockLedger } from '../model/material.ts'

export type Material = Row<typeof repairMaterial>
type Kind = keyof typeof MOVE_KINDS
export interface Move {
  material: Material
  /** `main`, or the account of the worker with the bag. */
  store: string
  kind: Kind
  qty: number
}
const accountsOf = (db: Db, moves: readonly Move[]): Promise<string[]> =>
  openAccounts(
    db,
    stockLedger,
    moves.map(m => ({ materialId: m.material.id, store: m.store })),
  )
/** Refuses stores outside the keeper's data scope, before anything is moved. */
export async function mustKeep(db: Db, moves: readonly Move[]): Promise<void> {
  const accounts = new Set(await accountsOf(db, moves))
  if ((await db.visible(repairStock).count({ id: [...accounts] })) < accounts.size) throw notFound()
}
/** Posts moves of one cause; a store that lacks the quantity refuses and says what it has. */
export async function postMoves(db: Db, moves: readonly Move[], cause: Pick<EntryDraft, 'sourceType' | 'sourceId' | 'reason'>): Promise<void> {
  if (!moves.length) return
  const accounts = await accountsOf(db, moves)
  await postEntries(
    db,
    stockLedger,
    moves.map(({ material, kind, qty }, n) => ({
      ...cause,
      accountId: accounts[n] as string,
      kind,
      amount: qty,
      sourceSeq: n + 1,
      values: { material: material.name, unit: material.unit },
    })),
  )
}
/** Materials by id; refuses unknown ones. */
export async function materialsOf(db: Db, ids: readonly string[]): Promise<Map<string, Material>> {
  const found = new Map((await db.unscoped(repairMaterial).all({ id: [...new Set(ids)] })).map(m => [m.id, m])) // a catalogue without scope
  if (ids.some(id => !found.has(id))) throw refusalOf(repairStock, 'short', { material: '—', available: 0, unit: '', wanted: 1 }, 'materialId')
  return found
}
