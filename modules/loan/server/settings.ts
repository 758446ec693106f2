import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of credit loans with defaults, cached. */
export const settingsOf = settingsReader('loan', PARAMETERS)
