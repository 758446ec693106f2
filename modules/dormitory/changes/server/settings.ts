import { type SettingsOf, settingsReader } from '#server/params/settings.ts'
import { ARREARS_PARAMETERS } from '../../charges/model/parameters.ts'
import { CHANGE_PARAMETERS } from '../model/parameters.ts'
import type { Limits } from '../model/rules.ts'

export type ChangeSettings = SettingsOf<typeof CHANGE_PARAMETERS>

const { lodgingMonths } = ARREARS_PARAMETERS
/** The school's settings of changes with defaults, cached; a year has as many charged months as its fees. */
export const settingsOf = settingsReader('dormitory', { ...CHANGE_PARAMETERS, lodgingMonths })
export const limitsOf = (s: ChangeSettings): Limits => ({ perTerm: s.changePerTerm, termEndDays: s.changeTermEndDays, aheadDays: s.changeAheadDays })
