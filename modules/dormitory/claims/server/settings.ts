import { settingsReader } from '#server/params/settings.ts'
import { CLAIM_PARAMETERS } from '../model/parameters.ts'

export const claimSettings = settingsReader('dormitory', CLAIM_PARAMETERS)
