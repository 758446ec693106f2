import { settingsReader } from '#server/params/settings.ts'
import { HOLIDAY_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of holidays with defaults, cached. */
export const settingsOf = settingsReader('dormitory', HOLIDAY_PARAMETERS)
