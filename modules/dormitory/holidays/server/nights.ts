import type { Db } from '#server/context.ts'
import { latesAndOuts } from '../../nights/server/api.ts'

export interface Lived {
  lates: number
  nightsOut: number
}
/** Number of late and missed nights in a date range, inclusive. */
export async function nightsOf(db: Db, studentIds: readonly string[], { from, to }: { from: string; to: string }): Promise<Map<string, Lived>> {
  const found = await latesAndOuts(db, studentIds, from, to)
  return new Map([...found].map(([id, { lates, outs }]) => [id, { lates: lates.length, nightsOut: outs.length }]))
}
