import type { Row } from '#model'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import type { Db } from '#server/context.ts'
import type { graduationAudit } from '../model/audit.ts'
import { batchStages, graduationBatch } from '../model/batch.ts'

export type Batch = Row<typeof graduationBatch>
export type Audit = Row<typeof graduationAudit>
/** A batch by its id: what staff may do with its students is decided by the scope of the students. */
export const batchOf = (db: Db, id: string): Promise<Batch> => db.unscoped(graduationBatch).one(id) // see above
/** Whether its students are graduating by it. */
export const isClosing = (stage: Batch['stage']): boolean => stage === 'closing' || stage === 'closed'
/** Why nothing of a batch changes any more: it is cancelled, or the studies of its students are being closed. */
export function overBy({ state, stage }: Pick<Batch, 'state' | 'stage'>): string | undefined {
  if (state === 'cancelled') return roundStates.labels.cancelled
  return isClosing(stage) ? batchStages.labels[stage] : undefined
}
