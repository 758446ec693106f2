import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's limits of queries with defaults, cached. */
export const settingsOf = settingsReader('query', PARAMETERS)
