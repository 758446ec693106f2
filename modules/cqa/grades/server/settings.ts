import { settingsReader } from '#server/params/settings.ts'
import { GRADE_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('cqa', GRADE_PARAMETERS)
