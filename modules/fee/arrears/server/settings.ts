import { settingsReader } from '#server/params/settings.ts'
import { ARREARS_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of arrears with defaults, cached. */
export const settingsOf = settingsReader('fee', ARREARS_PARAMETERS)
