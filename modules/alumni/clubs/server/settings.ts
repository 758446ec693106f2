import { settingsReader } from '#server/params/settings.ts'
import { CLUB_PARAMETERS } from '../model/club-parameters.ts'

/** The school's settings of clubs with defaults, cached. */
export const clubSettings = settingsReader('alumni', CLUB_PARAMETERS)
