import { settingsReader } from '#server/params/settings.ts'
import { TEST_PARAMETERS } from '../model/parameters.ts'

/** The school's settings of tests with defaults, cached. */
export const settingsOf = settingsReader('test', TEST_PARAMETERS)
