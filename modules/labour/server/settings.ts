import { settingsReader } from '#server/params/settings.ts'
import { LABOUR_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('labour', LABOUR_PARAMETERS)
