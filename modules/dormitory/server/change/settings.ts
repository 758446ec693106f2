import type { Db } from '#server/context.ts'
import { CHANGE_PARAMETERS } from '../../model/change/parameters.ts'
import type { Limits } from '../../model/change/rules.ts'

type Names = keyof typeof CHANGE_PARAMETERS
export type ChangeSettings = Record<Names, number>
const INITIAL = Object.fromEntries(Object.entries(CHANGE_PARAMETERS).map(([key, p]) => [key, p.initial])) as ChangeSettings

/** The school's settings of changes, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<ChangeSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) })
export const limitsOf = (s: ChangeSettings): Limits => ({ perTerm: s.changePerTerm, termEndDays: s.changeTermEndDays, aheadDays: s.changeAheadDays })
