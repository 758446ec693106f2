import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { RolloverYears } from './step.ts'

export interface OfferedYears extends RolloverYears {
  /** The new year has begun: without a finished run the office has something to do. */
  isDue: boolean
}
/** What the calendar answers, which stands above this part. */
interface YearSupply {
  offered(db: Db): Promise<OfferedYears[]>
}
const supply = solePoint<YearSupply & Registration & { kind: 'rolloverYears' }>('rolloverYears')
export const supplyYears = (years: YearSupply): Registration => supply.make(years)
/** Pairs of school years that may be rolled over, the earliest first. */
export const offeredYears = async (db: Db): Promise<OfferedYears[]> => (await supply.of(db)?.offered(db)) ?? []
