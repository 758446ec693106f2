import { settingsReader } from '#server/params/settings.ts'
import { ATTENTION_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('mentalHealth', ATTENTION_PARAMETERS)
