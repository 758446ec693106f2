import { settingsReader } from '#server/params/settings.ts'
import { EVENT_PARAMETERS } from '../model/event-parameters.ts'

/** The school's settings of activities with defaults, cached. */
export const eventSettings = settingsReader('alumni', EVENT_PARAMETERS)
