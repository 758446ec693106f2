import { settingsReader } from '#server/params/settings.ts'
import { VERIFY_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. Parameters belong to the module, whichever part declares them. */
export const settingsOf = settingsReader('welcome', VERIFY_PARAMETERS)
