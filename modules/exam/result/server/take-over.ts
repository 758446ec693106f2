import type { Row } from '#model'
import { refusalOf } from '#model'
import { takeOver } from '#modules/admission/server/api.ts'
import { handle } from '#server/context.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import type { Batch } from '../../entry/server/api.ts'
import { takeOverConfirmed } from '../model/confirm-actions.ts'
import { admissionRound } from '../model/round.ts'

/** The dictionary of the roll calls the kinds of examination so. */
const ROLL_BATCH = { single: '3', upgrade: '5', other: '9' } as const satisfies Readonly<Record<Batch['kind'], string>>
/** 30-ES9: the batch is locked, so that two who press at once enter everybody once. Whoever could not be entered is tried again next time. */
export default handle(takeOverConfirmed, async ({ db }, { batchId }) => {
  const batch = await db.unscoped(examBatch).lock(batchId) // published to everybody; the permission is for all batches
  const waiting = await db.unscoped(examApplication).all({ batchId, state: 'confirmed', 'takenOverAt.isNull': true }) // of the batch
  const rows = (await db.unscoped(examApplication).lockAll(waiting.map(r => r.id))).filter(r => r.state === 'confirmed' && !r.takenOverAt) // the same
  if (!rows.length) throw refusalOf(admissionRound, 'noneToTake')
  const people = new Map((await db.unscoped(examApplicant).all({ id: rows.map(r => r.examApplicantId) })).map(p => [p.id, p])) // of these
  const majors = new Map((await db.unscoped(examPlan).all({ batchId })).map(p => [p.id, p.majorId])) // published plans
  const faults = await takeOver(
    db,
    rows.map(row => admittedOf(batch, row, people.get(row.examApplicantId) as Row<typeof examApplicant>, majors.get(row.planId ?? '') ?? '')),
  )
  const takenOverAt = new Date().toISOString()
  await db.updateMany(
    examApplication,
    rows.map(({ id }) => {
      const fault = faults.get(id) ?? null
      return { id, takenOverAt: fault ? null : takenOverAt, takeOverFault: fault }
    }),
  )
  return { taken: rows.length - faults.size, refused: faults.size }
})
function admittedOf({ year, kind }: Batch, { id, ksh, total }: Row<typeof examApplication>, of: Row<typeof examApplicant>, majorId: string) {
  const { name, idNo, birthDate, genderCode, politicalCode, school, canton, phone, address, personId } = of
  return {
    ...{ sourceId: id, year, ksh, name, idNo, birthDate, genderCode, politicalCode, personId, majorId, phone, address },
    ...{ schoolBefore: school, sourceCanton: canton, totalScore: total, batch: ROLL_BATCH[kind] },
  }
}
