import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { CASE_PARAMETERS } from '../model/parameters.ts'
import type { Terms } from '../model/terms.ts'

/** The school's settings with defaults, cached. Parameters belong to the module, whichever part declares them. */
export const settingsOf = settingsReader('discipline', CASE_PARAMETERS)
/** What a case that is opened now keeps of them. */
export async function termsNow(db: Pick<Db, 'params'>): Promise<Terms> {
  const set = await settingsOf(db)
  return {
    defenceDays: set['clock.defenceDays'],
    appealDays: set['clock.appealDays'],
    correctDays: set['clock.correctDays'],
    reviewDays: set['clock.reviewDays'],
    reviewExtraDays: set['clock.reviewExtraDays'],
    provinceDays: set['clock.provinceDays'],
    publicDays: set['clock.publicDays'],
    movesOn: set['clock.movesOn'],
    pauses: set['period.pauses'],
    periods: { warning: set['period.warning'], seriousWarning: set['period.seriousWarning'], demerit: set['period.demerit'], probation: set['period.probation'] },
    askDays: set['lift.askDays'],
    earlyMonths: set['lift.earlyMonths'],
    mostMonths: set['lift.mostMonths'],
    witnesses: set.witnesses,
  }
}
