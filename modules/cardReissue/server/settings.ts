import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of card reissue with defaults, cached. */
export const settingsOf = settingsReader('cardReissue', PARAMETERS)
