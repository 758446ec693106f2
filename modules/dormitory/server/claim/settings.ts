import { settingsReader } from '#server/params/settings.ts'
import { CLAIM_PARAMETERS } from '../../model/claim/parameters.ts'

export const claimSettings = settingsReader('dormitory', CLAIM_PARAMETERS)
