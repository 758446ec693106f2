import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('certificate', PARAMETERS)
