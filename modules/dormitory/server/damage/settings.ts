import type { Db } from '#server/context.ts'
import { DAMAGE_PARAMETERS } from '../../model/damage/parameters.ts'

type DamageSettings = { [K in keyof typeof DAMAGE_PARAMETERS]: number }
const INITIAL = Object.fromEntries(Object.entries(DAMAGE_PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of damages, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<DamageSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as DamageSettings
