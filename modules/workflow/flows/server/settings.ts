import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of approvals and public notices with defaults, cached. */
export const settingsOf = settingsReader('workflow', PARAMETERS)
