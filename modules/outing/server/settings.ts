import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's trip settings with defaults, cached. */
export const settingsOf = settingsReader('outing', PARAMETERS)
