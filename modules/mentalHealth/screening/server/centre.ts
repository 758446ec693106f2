import { refusalOf } from '#model'
import type { Ctx } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { isPsychologist } from '../../attention/server/api.ts'
import { findResults } from '../model/interview.ts'
import { mhResult } from '../model/result.ts'

/** Administrators hold every permission of the school: by it nobody reads results (50 §9, layers). */
export function mustBeOfCentre(ctx: Pick<Ctx, 'me'>): void {
  if (!isPsychologist(ctx)) throw refusalOf(findResults, 'notCentre')
}
/** 50-MH6: each reading is audited; without the entry nothing is returned. The entry names results and no student: others read the audit log, and must not learn whom the centre looks after. */
export async function noteReading(ctx: Ctx, read: readonly string[], detail: { id?: string; screeningId?: string }): Promise<void> {
  // a list names its results, too: each student sees that theirs was among them (10-A7)
  await audit(ctx, 'reveal', mhResult.name, detail.id ?? null, { ...detail, ...(detail.id ? {} : { read }), count: read.length })
}
