import { settingsReader } from '#server/params/settings.ts'
import { SURVEY_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of surveys with defaults, cached. */
export const settingsOf = settingsReader('survey', SURVEY_PARAMETERS)
