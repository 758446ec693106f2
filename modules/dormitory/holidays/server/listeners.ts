import { holidayDestination } from '#modules/outing/model/holiday.ts'
import { planOf } from '#modules/outing/server/api.ts'
import { cancel } from '#modules/workflow/server/api.ts'
import { on } from '#server/context.ts'
import { HOLDING, holidayStay } from '../model/holiday-stay.ts'
import { giveUpBed } from './central-bed.ts'
import { boardersOf, counsellorsOf } from './people.ts'
import { settingsOf } from './settings.ts'
import { copyOf } from './submit.ts'

const LEAVES = '改为离校'
const GONE = '学籍状态变动'
/** 20-DH1: where staying needs no approval the answer alone creates the stay; changing it to leaving ends the stay. */
const answered = on('outing.destinationAnswered', 'dormitory.holidayAnswer', async (ctx, { id, choice }) => {
  const { db } = ctx
  const destination = typeof id === 'string' ? await db.unscoped(holidayDestination).find({ id }) : undefined // the event names the student
  if (!destination || destination.choice !== choice) return
  const held = await db.unscoped(holidayStay).find({ destinationId: destination.id, state: HOLDING }) // see above
  if (choice !== 'stay' && held) {
    await giveUpBed(ctx, held)
    if (held.source === 'apply') await cancel(ctx, { bizType: 'holidayStay', bizId: held.id }, LEAVES)
    else await db.update(holidayStay, held.id, { state: 'cancelled' })
    // cancelling the flow also withdrew the answer; the student has given another
    if (held.source === 'apply') await db.update(holidayDestination, destination.id, { answeredAt: destination.answeredAt })
  }
  if (choice !== 'stay' || held) return
  const plan = await planOf(db, destination.planId)
  const who = (await boardersOf(db, [destination.studentId])).get(destination.studentId)
  if (!who?.stayId || plan.stayNeedsApproval) return
  const duty = (await counsellorsOf(db, who.classId ? [who.classId] : [])).get(who.classId ?? '') ?? null
  await db.insertOrSkip(holidayStay, {
    ...copyOf(who),
    planId: plan.id,
    destinationId: destination.id,
    source: 'plain',
    from: plan.holidayFrom,
    to: plan.holidayTo,
    reason: 'other',
    commitment: (await settingsOf(db)).stayCommitment,
    guardianName: who.guardianName,
    guardianPhone: who.guardianPhone,
    dutyTeacherId: duty,
    state: 'approved',
    approvedAt: new Date().toISOString(),
  })
})
/** Ends stays of somebody who is no longer a student. */
const status = on('student.statusChanged', 'dormitory.holidayEnd', async (ctx, { studentId, to }) => {
  if (typeof studentId !== 'string' || to === 'active' || to === 'preEnrolled') return
  const rows = await ctx.db.unscoped(holidayStay).all({ studentId, state: HOLDING }) // an event about the student: no data scope applies
  for (const row of rows)
    if (row.source === 'apply') await cancel(ctx, { bizType: 'holidayStay', bizId: row.id }, GONE)
    else {
      await giveUpBed(ctx, row)
      await ctx.db.update(holidayStay, row.id, { state: 'cancelled' })
    }
})
export default [answered, status]
