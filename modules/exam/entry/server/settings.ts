import { settingsReader } from '#server/params/settings.ts'
import { ENTRY_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('exam', ENTRY_PARAMETERS)
