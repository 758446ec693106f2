import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

export type Settings = SettingsOf<typeof PARAMETERS>
/** The school's settings of photos with defaults, cached. */
export const settingsOf = settingsReader('photo', PARAMETERS)
