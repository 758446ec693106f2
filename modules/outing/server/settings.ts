import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of trips, what it never set as the program begins. From memory. */
export const settingsOf = settingsReader('outing', PARAMETERS)
