import { type SettingsOf, settingsReader } from '#server/params/settings.ts'
import { CHANGE_PARAMETERS } from '../../model/change/parameters.ts'
import type { Limits } from '../../model/change/rules.ts'

export type ChangeSettings = SettingsOf<typeof CHANGE_PARAMETERS>

/** The school's settings of changes with defaults, cached. */
export const settingsOf = settingsReader('dormitory', CHANGE_PARAMETERS)
export const limitsOf = (s: ChangeSettings): Limits => ({ perTerm: s.changePerTerm, termEndDays: s.changeTermEndDays, aheadDays: s.changeAheadDays })
