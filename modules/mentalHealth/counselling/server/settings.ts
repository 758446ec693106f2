import { settingsReader } from '#server/params/settings.ts'
import { COUNSELLING_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('mentalHealth', COUNSELLING_PARAMETERS)
