import { settingsReader } from '#server/params/settings.ts'
import { WAGE_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('workStudy', WAGE_PARAMETERS)
