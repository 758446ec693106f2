import { settingsReader } from '#server/params/settings.ts'
import { SITE_PARAMETERS } from '../model/parameters.ts'

export const settingsOf = settingsReader('site', SITE_PARAMETERS)
