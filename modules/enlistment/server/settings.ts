import { addMonths } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'
import type { EnlistRecord } from '../model/record.ts'

export const settingsOf = settingsReader('enlistment', PARAMETERS)
/** How long the record is kept from this day, for a service of the usual length and the time after it (40-E1). */
export async function keptFrom(db: Db, kind: EnlistRecord['kind'], on: string): Promise<string> {
  const { conscriptMonths, ncoMonths, keepMonths } = await settingsOf(db)
  return addMonths(on, (kind === 'directNco' ? ncoMonths : conscriptMonths) + keepMonths)
}
