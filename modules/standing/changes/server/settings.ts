import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { CHANGE_PARAMETERS } from '../model/parameters.ts'

export type Settings = SettingsOf<typeof CHANGE_PARAMETERS>
/** The school's settings with defaults, cached. Parameters belong to the module, whichever part declares them. */
export const settingsOf = settingsReader('standing', CHANGE_PARAMETERS)
