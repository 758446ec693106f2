import { settingsReader } from '#server/params/settings.ts'
import { DORM_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('welcome', DORM_PARAMETERS)
