import { settingsReader } from '#server/params/settings.ts'
import { ARREARS_PARAMETERS } from '../../model/arrears/parameters.ts'

/** The school's settings of lodging fees, what it never set as the program begins. From memory. */
export const settingsOf = settingsReader('dormitory', ARREARS_PARAMETERS)
