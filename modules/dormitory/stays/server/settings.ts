import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { STAY_PARAMETERS } from '../model/parameters.ts'

export type StaySettings = SettingsOf<typeof STAY_PARAMETERS>

/** The school's settings of stays with defaults, cached. */
export const settingsOf = settingsReader('dormitory', STAY_PARAMETERS)
