import type { Db } from '#server/context.ts'
import { PRESORT_PARAMETERS } from '../../model/presort/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type PresortSettings = { [K in keyof typeof PRESORT_PARAMETERS]: Widened<(typeof PRESORT_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(PRESORT_PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of pre-sorting, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<PresortSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as PresortSettings
