import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { solePoint } from '#server/base/extension-point.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

export type FeeStanding = { state: 'paid' | 'deferred' | 'greenChannel' | 'owing' /** Fen. */; owing: number }
/** Interface to fees. Prices are maintained in the fee module only, which depends on this one. */
export interface FeeSide {
  /** Price of a school year in fen by room, from building and type; rooms without a price are absent. */
  prices(db: Db, roomIds: readonly string[], xn: string): Promise<ReadonlyMap<string, number>>
  /** Lodging fee status of these students; absent without any charge. */
  standing(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, FeeStanding>>
}
/** Registered by a fee module. */
export const feeSides = solePoint<FeeSide & { kind: 'dormFees' }>('dormFees')
/** Without a fee module neither prices nor payments are known. */
const FEES = {
  /** Prices of a school year, of the current one unless told otherwise. */
  prices: async (db: Db, ids: readonly string[], xn = schoolYearOf(today())): Promise<ReadonlyMap<string, number>> => (await feeSides.of(db)?.prices(db, ids, xn)) ?? new Map(),
  standing: async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, FeeStanding>> => (await feeSides.of(db)?.standing(db, ids)) ?? new Map(),
}
export const fees = (_db: Db): typeof FEES => FEES
/** Whether a fee module is connected; otherwise payments are never required. */
export const hasFees = (db: Db): boolean => feeSides.of(db) !== undefined
