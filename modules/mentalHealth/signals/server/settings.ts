import { settingsReader } from '#server/params/settings.ts'
import { SIGNAL_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('mentalHealth', SIGNAL_PARAMETERS)
