import { settingsReader } from '#server/params/settings.ts'
import { EVALUATION_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('counsellor', EVALUATION_PARAMETERS)
