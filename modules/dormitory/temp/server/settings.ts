import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { TEMP_PARAMETERS } from '../model/parameters.ts'
import type { Limits } from '../model/rules.ts'

export type TempSettings = SettingsOf<typeof TEMP_PARAMETERS>

/** The school's settings of nights elsewhere with defaults, cached. */
export const settingsOf = settingsReader('dormitory', TEMP_PARAMETERS)
export const limitsOf = (s: TempSettings): Limits => ({ maxNights: s.tempMaxNights, termNights: s.tempTermNights, submitBefore: s.tempSubmitBefore })
