import { type SettingsOf, settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

export type Settings = SettingsOf<typeof PARAMETERS>

/** The school's settings of leave, what it never set as the program begins. From memory. */
export const settingsOf = settingsReader('leave', PARAMETERS)
