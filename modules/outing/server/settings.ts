import { pointsOf } from '#modules/leave/model/distance.ts'
import type { Db } from '#server/context.ts'
import { PARAMETERS } from '../model/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type Settings = { [K in keyof typeof PARAMETERS]: Widened<(typeof PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(PARAMETERS).map(([key, p]) => [key, p.initial]))

/** The school's settings of trips, what it never set as the program begins. From memory. */
export const settingsOf = async (db: Db): Promise<Settings> => ({ ...INITIAL, ...(await db.params('outing')) }) as Settings
/** Where the school lies: what was set here, else what leaves use, so that nobody enters it twice. */
export async function campusPoints(db: Db, { campusPoint }: Settings) {
  const text = campusPoint || (await db.params('leave')).campusPoint
  return pointsOf(typeof text === 'string' ? text : '')
}
