import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's sign-in settings with defaults, cached. */
export const settingsOf = settingsReader('signIn', PARAMETERS)
