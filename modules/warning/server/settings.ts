import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('warning', PARAMETERS)
