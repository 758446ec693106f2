import { DAY_MS } from '#model/days.ts'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's repair settings with defaults, cached. */
export const settingsOf = settingsReader('repair', PARAMETERS)
/** The moment so many days after another. */
export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString()
