import { settingsReader } from '#server/params/settings.ts'
import { REVIEW_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('admission', REVIEW_PARAMETERS)
