import type { Db } from '#server/context.ts'
import { PARAMETERS } from '../model/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type Settings = { [K in keyof typeof PARAMETERS]: Widened<(typeof PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of trips, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<Settings> => ({ ...INITIAL, ...(await db.params('outing')) }) as Settings
