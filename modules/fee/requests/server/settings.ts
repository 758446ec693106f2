import { settingsReader } from '#server/params/settings.ts'
import { REQUEST_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of applications about fees with defaults, cached. */
export const settingsOf = settingsReader('fee', REQUEST_PARAMETERS)
