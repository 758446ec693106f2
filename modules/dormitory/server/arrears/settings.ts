import type { Db } from '#server/context.ts'
import { ARREARS_PARAMETERS } from '../../model/arrears/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type ArrearsSettings = { [K in keyof typeof ARREARS_PARAMETERS]: Widened<(typeof ARREARS_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(ARREARS_PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of lodging fees, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<ArrearsSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as ArrearsSettings
