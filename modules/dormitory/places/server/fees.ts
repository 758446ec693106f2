import { solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

export type FeeStanding = { state: 'paid' | 'deferred' | 'greenChannel' | 'owing' /** Fen. */; owing: number }
/** Interface to fees. Prices are maintained in the fee module only, which depends on this one. */
export interface FeeSide {
  /** Yearly price in fen by room, from building and type; rooms without a price are absent. */
  prices(db: Db, roomIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Lodging fee status of these students; absent without any charge. */
  standing(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, FeeStanding>>
}
/** Prices from the school's own list, used without a fee module. Registered by the part that keeps the list, which needs this one. */
export const priceLists = solePoint<Pick<FeeSide, 'prices'> & { kind: 'dormPriceList' }>('dormPriceList')
const ownPrices = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => (await priceLists.of(db)?.prices(db, ids)) ?? new Map()
/** Registered by a fee module. */
export const feeSides = solePoint<FeeSide & { kind: 'dormFees' }>('dormFees')
/** Prices of the fee module come before those of the school's own list. Without a fee module payments are unknown. */
const FEES: FeeSide = {
  prices: async (db, ids) => new Map([...(await ownPrices(db, ids)), ...((await feeSides.of(db)?.prices(db, ids)) ?? [])]),
  standing: async (db, ids) => (await feeSides.of(db)?.standing(db, ids)) ?? new Map(),
}
export const fees = (_db: Db): FeeSide => FEES
/** Whether a fee module is connected; otherwise payments are never required. */
export const hasFees = (db: Db): boolean => feeSides.of(db) !== undefined
