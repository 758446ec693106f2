import { settingsReader } from '#server/params/settings.ts'
import { INFORMATION_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('standing', INFORMATION_PARAMETERS)
