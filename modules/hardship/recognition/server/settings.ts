import { settingsReader } from '#server/params/settings.ts'
import { HARDSHIP_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of hardship recognition with defaults, cached. */
export const settingsOf = settingsReader('hardship', HARDSHIP_PARAMETERS)
