import { settingsReader } from '#server/params/settings.ts'
import { ROLLOVER_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('campus', ROLLOVER_PARAMETERS)
