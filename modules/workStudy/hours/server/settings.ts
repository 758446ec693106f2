import { settingsReader } from '#server/params/settings.ts'
import { HOUR_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('workStudy', HOUR_PARAMETERS)
