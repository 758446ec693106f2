import { settingsReader } from '#server/params/settings.ts'
import { TOTAL_SCORE_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('totalScore', TOTAL_SCORE_PARAMETERS)
