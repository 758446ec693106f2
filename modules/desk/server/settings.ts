import { settingsReader } from '#server/params/settings.ts'
import { DESK_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of desktops with defaults, cached. */
export const settingsOf = settingsReader('desk', DESK_PARAMETERS)
