import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of archives with defaults, cached. */
export const settingsOf = settingsReader('archive', PARAMETERS)
