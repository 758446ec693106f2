import type { Db } from '#server/context.ts'
import { STAY_PARAMETERS } from '../../model/stay/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type StaySettings = { [K in keyof typeof STAY_PARAMETERS]: Widened<(typeof STAY_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(STAY_PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of stays, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<StaySettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as StaySettings
