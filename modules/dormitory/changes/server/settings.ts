import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { CHANGE_PARAMETERS } from '../model/parameters.ts'
import type { Limits } from '../model/rules.ts'

export type ChangeSettings = SettingsOf<typeof CHANGE_PARAMETERS>

/** The school's settings of changes with defaults, cached. */
export const settingsOf = settingsReader('dormitory', CHANGE_PARAMETERS)
export const limitsOf = (s: ChangeSettings): Limits => ({ perTerm: s.changePerTerm, termEndDays: s.changeTermEndDays, aheadDays: s.changeAheadDays })
