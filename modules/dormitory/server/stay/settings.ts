import { type SettingsOf, settingsReader } from '#server/params/settings.ts'
import { STAY_PARAMETERS } from '../../model/stay/parameters.ts'

export type StaySettings = SettingsOf<typeof STAY_PARAMETERS>

/** The school's settings of stays, what it never set as the program begins. From memory. */
export const settingsOf = settingsReader('dormitory', STAY_PARAMETERS)
