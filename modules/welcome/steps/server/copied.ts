import type { Row } from '#model'
import { daysBetween } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { welcomeBatch } from '../model/batch.ts'
import { welcomePoint } from '../model/point.ts'
import { welcomeStep } from '../model/step.ts'

type Batch = Row<typeof welcomeBatch>
/** What another part keeps for a batch and copies with it; its dates move by `days`, so that they lie as far from the first day on site as last year. */
interface BatchCopy extends Registration {
  kind: 'welcomeBatchCopy'
  copy(db: Db, fromId: string, toId: string, days: number): Promise<void>
}
const batchCopies = extensionPoint<BatchCopy>('welcomeBatchCopy')
/** Registers what is copied together with a batch. */
export const copiedWithBatch = (copy: BatchCopy['copy']): BatchCopy => batchCopies.make({ copy })

/** Last year's steps and points, and what other parts keep for the batch, ready to be changed. */
export async function copied({ db }: Pick<Ctx, 'db'>, from: Batch, to: Batch): Promise<void> {
  const steps = await db.unscoped(welcomeStep).all({ batchId: from.id }) // of a batch the caller may copy
  // their windows belong to last year
  await db.insertMany(
    welcomeStep,
    steps.map(({ code, name, phase, kind, required, dependsOn, audience, staffRoles, autoSource, waivedBy, form, sort }) => ({
      ...{ batchId: to.id, code, name, phase, kind, required, dependsOn, audience, staffRoles, autoSource, waivedBy, form, sort },
    })),
  )
  const points = await db.unscoped(welcomePoint).all({ batchId: from.id }) // as above
  await db.insertMany(
    welcomePoint,
    points.map(({ name, campusId, venueId, stepCodes, staff }) => ({ batchId: to.id, name, campusId, venueId, stepCodes, staff })),
  )
  const days = daysBetween(schoolDate(from.siteFrom), schoolDate(to.siteFrom))
  for (const { copy } of db.registered(batchCopies)) await copy(db, from.id, to.id, days)
}
