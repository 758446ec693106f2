import { settingsReader } from '#server/params/settings.ts'
import { RESULT_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('exam', RESULT_PARAMETERS)
