import type { Db } from '#server/context.ts'
import { CHECK_PARAMETERS } from '../../model/check/parameters.ts'

type Widened<T> = T extends number ? number : string
export type CheckSettings = { [K in keyof typeof CHECK_PARAMETERS]: Widened<(typeof CHECK_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(CHECK_PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of checks, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<CheckSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as CheckSettings
