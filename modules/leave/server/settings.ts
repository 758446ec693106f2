import type { SettingsOf } from '#model'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

export type Settings = SettingsOf<typeof PARAMETERS>

/** The school's leave settings with defaults, cached. */
export const settingsOf = settingsReader('leave', PARAMETERS)
