import { settingsReader } from '#server/params/settings.ts'
import { CHECK_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of checks with defaults, cached. */
export const settingsOf = settingsReader('dormitory', CHECK_PARAMETERS)
