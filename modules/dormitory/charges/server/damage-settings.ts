import { settingsReader } from '#server/params/settings.ts'
import { DAMAGE_PARAMETERS } from '../model/damage-parameters.ts'

/** The school's settings of damages with defaults, cached. */
export const settingsOf = settingsReader('dormitory', DAMAGE_PARAMETERS)
