import { department } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { lockAccounts, openAccounts, postEntries, postMoves } from '#server/ledger/post.ts'
import { POT, SEAT_MOVES, seatBalance, seatEntry, seatLedger } from '../model/round-quota.ts'

/** A seat movement; source and number are its idempotency key. */
export interface SeatOf {
  roundId: string
  /** A college's id, or `*` where the round has one pot. */
  holder: string
  sourceType: string
  sourceId: string
  sourceSeq: number
  note?: string
}
export interface Quota {
  issued: number
  held: number
  used: number
  free: number
}
type Kind = keyof typeof SEAT_MOVES

/** Moves seats of a round; returns false if this movement was already made. */
async function move(db: Db, kinds: readonly Kind[], { roundId, holder, note, ...source }: SeatOf, amount = 1): Promise<boolean> {
  const moves = kinds.map(kind => ({ account: { roundId, holder }, kind, amount, values: { act: SEAT_MOVES[kind] } }))
  return (await db.tx(tx => postMoves(tx, seatLedger, { ...source, reason: note ?? null }, moves))).length > 0
}
/** Issues seats to a holder; a negative number withdraws unheld ones. */
export const issueSeats = (db: Db, of: SeatOf, amount: number): Promise<boolean> => move(db, ['issue'], of, amount)
/** Reserves a seat while an application is decided. */
export const holdSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, ['hold'], of)
export const useSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, ['use'], of)
/** Uses a seat that was not held before. */
export const takeSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, ['hold', 'use'], of)
/** The same for many, together: all of them or none. */
export async function takeSeats(db: Db, taken: readonly SeatOf[]): Promise<void> {
  const ids = await openAccounts(
    db,
    seatLedger,
    taken.map(({ roundId, holder }) => ({ roundId, holder })),
  )
  const entries = taken.flatMap(({ roundId: _round, holder: _holder, note, ...source }, i) =>
    (['hold', 'use'] as const).map(kind => ({ ...source, kind, accountId: ids[i] as string, amount: 1, reason: note ?? null })),
  )
  await postEntries(db, seatLedger, entries)
}
/** Frees a held seat. */
export const releaseSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, ['release'], of)
/** Returns a used seat to its holder. */
export const returnSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, ['return'], of)
/** Returns the seats that these sources have used, to whoever held them. Sources without one are left out. */
export async function returnSeatsOf(db: Db, sourceType: string, sourceIds: readonly string[]): Promise<void> {
  const used = await db.unscoped(seatEntry).all({ kind: 'use', sourceType, sourceId: sourceIds }) // what a decision undoes, whoever took it
  await postEntries(
    db,
    seatLedger,
    used.map(({ accountId, amount, sourceId, sourceSeq }) => ({ accountId, kind: 'return' as const, amount, sourceType, sourceId, sourceSeq })),
  )
}

/** Seat counts of a holder. */
export async function seatsOf(db: Db, roundId: string, holder: string): Promise<Quota> {
  const row = await db.unscoped(seatBalance).find({ roundId, holder }) // the caller shows or decides about this round
  const { issued, held, used } = row ?? { issued: 0, held: 0, used: 0 }
  return { issued, held, used, free: issued - held - used }
}
/** Seat counts of all holders of a round. */
export async function seatsIn(db: Db, roundId: string): Promise<Map<string, Quota>> {
  const rows = await db.unscoped(seatBalance).all({ roundId }) // the caller shows or decides about this round
  return new Map(rows.map(({ holder, issued, held, used }) => [holder, { issued, held, used, free: issued - held - used }]))
}
/** The seat counts of all holders of a round, locked until the transaction ends: whoever edits them waits. */
export const lockSeats = async (db: Db, roundId: string): Promise<void> =>
  void (await lockAccounts(
    db,
    seatLedger,
    (await db.unscoped(seatBalance).all({ roundId })).map(s => s.id), // the caller decides about this round
  ))
/** Brings the issued seats of many holders to these numbers, once for each holder and source. */
export async function issueSeatsTo(db: Db, roundId: string, wanted: ReadonlyArray<{ holder: string; issued: number }>, sourceType: string, reason: string): Promise<void> {
  const ids = await openAccounts(
    db,
    seatLedger,
    wanted.map(({ holder }) => ({ roundId, holder })),
  )
  const before = await lockAccounts(db, seatLedger, ids)
  const entries = wanted.flatMap(({ issued }, i) => {
    const accountId = ids[i] as string
    const amount = issued - (before.get(accountId)?.issued ?? 0)
    return amount ? [{ accountId, kind: 'issue' as const, amount, sourceType, sourceId: accountId, sourceSeq: 1, reason }] : []
  })
  await postEntries(db, seatLedger, entries)
}
/** A copied round starts with the issued seats of the last one, not its movements. */
export async function copySeats(db: Db, from: string, to: string): Promise<void> {
  const rows = await db.unscoped(seatBalance).all({ roundId: from }) // the round was found within the scope
  await issueSeatsTo(db, to, rows, 'copy', '复制自上一批次')
}
/** Names of holders for the todo of a mismatch. */
async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const colleges = await db.cached(department)
  const rows = await db.unscoped(seatBalance).all({ id: ids }) // the nightly check reads all
  return new Map(rows.map(({ id, holder, roundId }) => [id, `${holder === POT ? '全校' : (colleges.get(holder)?.name ?? holder)} ${roundId}`]))
}
export default ledgerCheck(seatLedger, { role: 'officer', link: '/personal/usertodo', names: namesOf })
