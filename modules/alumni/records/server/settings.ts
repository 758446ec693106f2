import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of alumni with defaults, cached. */
export const settingsOf = settingsReader('alumni', PARAMETERS)
