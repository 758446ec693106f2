import type { Db } from '#server/context.ts'
import { TEMP_PARAMETERS } from '../../model/temp/parameters.ts'
import type { Limits } from '../../model/temp/rules.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type TempSettings = { [K in keyof typeof TEMP_PARAMETERS]: Widened<(typeof TEMP_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(TEMP_PARAMETERS).map(([key, p]) => [key, p.initial]))
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The school's settings of nights elsewhere, what it never set as the program begins. From memory. */
export async function settingsOf(db: Db): Promise<TempSettings> {
  const set = { ...INITIAL, ...(await db.params('dormitory')) } as TempSettings
  // a time of day that is none closes no form
  return TIME.test(set.tempSubmitBefore) ? set : { ...set, tempSubmitBefore: TEMP_PARAMETERS.tempSubmitBefore.initial }
}
export const limitsOf = (s: TempSettings): Limits => ({ maxNights: s.tempMaxNights, termNights: s.tempTermNights, submitBefore: s.tempSubmitBefore })
