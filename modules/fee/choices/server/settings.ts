import { settingsReader } from '#server/params/settings.ts'
import { CHOICE_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('fee', CHOICE_PARAMETERS)
