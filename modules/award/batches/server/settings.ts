import { settingsReader } from '#server/params/settings.ts'
import { AWARD_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('award', AWARD_PARAMETERS)
