import { settingsReader } from '#server/params/settings.ts'
import { LETTER_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('letter', LETTER_PARAMETERS)
