import { solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

interface PastNight {
  nightDate: string
}
/** Late returns and nights out of a student. Registered by the roll-call, which needs the passages of this part. */
export interface NightHistory {
  latesAndOuts(db: Db, studentId: string, since: string): Promise<{ lates: readonly PastNight[]; outs: readonly PastNight[] }>
}
export const nightHistories = solePoint<NightHistory & { kind: 'nightHistory' }>('nightHistory')
/** Empty without a roll-call. */
export const latesAndOuts: NightHistory['latesAndOuts'] = async (db, ...of) => (await nightHistories.of(db)?.latesAndOuts(db, ...of)) ?? { lates: [], outs: [] }
