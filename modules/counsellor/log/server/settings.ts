import { settingsReader } from '#server/params/settings.ts'
import { LOG_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('counsellor', LOG_PARAMETERS)
