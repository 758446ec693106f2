import { settingsReader } from '#server/params/settings.ts'
import { TASK_PARAMETERS } from '../model/parameters.ts'

/** The school's settings with defaults, cached. */
export const settingsOf = settingsReader('counsellor', TASK_PARAMETERS)
