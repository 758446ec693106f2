import { settingsReader } from '#server/params/settings.ts'
import { PRESORT_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of pre-sorting with defaults, cached. */
export const settingsOf = settingsReader('dormitory', PRESORT_PARAMETERS)
