import type { Db } from '#server/context.ts'
import { type Corrections, testCorrection } from '../model/correction.ts'

/** 60-OT11: what was found wrong with questions of these tests, by test. */
export async function correctionsOf(db: Db, scheduleIds: readonly string[]): Promise<ReadonlyMap<string, Corrections>> {
  const rows = await db.unscoped(testCorrection).all({ scheduleId: [...new Set(scheduleIds)] }) // of attempts the caller may read or mark
  return new Map([...Map.groupBy(rows, one => one.scheduleId)].map(([id, own]) => [id, new Map(own.map(one => [one.questionId, one]))]))
}
