import { settingsReader } from '#server/params/settings.ts'
import { ARREARS_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of lodging fees with defaults, cached. */
export const settingsOf = settingsReader('dormitory', ARREARS_PARAMETERS)
