import { mustAllow, Refusal } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { dormBed } from '../../places/model/places.ts'
import { planStay } from '../model/actions.ts'
import { dormStay } from '../model/stay.ts'
import { expireHolds, tellReserved } from './arrange.ts'
import { bedIssues, openNear, periodIssues } from './bed-issues.ts'
import { bedsOf } from './beds.ts'
import { reviewChoices } from './expire-choices.ts'
import { changeStays, lockVisible, type Stay } from './write.ts'

type Wanted = Pick<Stay, 'bedId' | 'plannedIn' | 'plannedOut' | 'keyNo'>
/** Checks the new dates and bed like a reservation. */
async function mustFit({ db }: ActionCtx<typeof planStay>, stay: Stay, wanted: Wanted): Promise<void> {
  const who = (await studentsOf(db, [stay.studentId], { lock: true })).get(stay.studentId)
  const bed = (await bedsOf(db, [wanted.bedId], { isLocked: true })).get(wanted.bedId)
  if (!who || !bed) return
  await expireHolds(db, [wanted.bedId])
  const others = (await openNear(db, [{ studentId: stay.studentId, bedId: wanted.bedId }])).filter(o => o.id !== stay.id)
  const draft = { ...wanted, kind: stay.kind, checkedInOn: stay.checkInAt && today(new Date(stay.checkInAt)) }
  const issues = [...(wanted.bedId === stay.bedId ? [] : bedIssues(who, bed)), ...periodIssues(who, bed, draft, others)]
  if (issues.length) throw new Refusal(422, issues)
}
export default handle(planStay, async (ctx, { id, plannedIn, plannedOut, bedId, keyNo }) => {
  const { db, refuse } = ctx
  const [stay] = (await lockVisible(db, [id])) as [Stay]
  mustAllow(dormStay, stay, 'plan', stay.name ?? undefined)
  const wanted: Wanted = {
    bedId: bedId ?? stay.bedId,
    plannedIn: plannedIn ?? stay.plannedIn,
    plannedOut: plannedOut === undefined ? stay.plannedOut : plannedOut,
    keyNo: keyNo === undefined ? stay.keyNo : keyNo,
  }
  const isMoved = wanted.bedId !== stay.bedId
  if (stay.state === 'checkedIn' && (isMoved || wanted.plannedIn !== stay.plannedIn)) refuse('living', { name: stay.name })
  if (isMoved && !(await db.visible(dormBed).find({ id: wanted.bedId }))) refuse('bedUnknown', {}, 'bedId')
  await mustFit(ctx, stay, wanted)
  await changeStays(db, [{ id, ...wanted }])
  if (isMoved) await tellReserved(db, [{ ...stay, ...wanted }], await studentsOf(db, [stay.studentId]))
  if (wanted.plannedIn !== stay.plannedIn) await reviewChoices(db, [stay.studentId])
})
