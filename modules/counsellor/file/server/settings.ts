import { settingsReader } from '#server/params/settings.ts'
import { FILE_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('counsellor', FILE_PARAMETERS)
