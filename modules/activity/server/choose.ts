import { refusalOf } from '#model'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment } from '../model/enrolment.ts'
import { chooseApplicants, closeChoice } from '../model/roster.ts'
import { roomFor, seated } from '../model/split.ts'
import { tell } from './about.ts'
import { groupsOf, nameOfGroup, seatsOf } from './groups.ts'
import { findRun } from './organisers.ts'
import { setCounts } from './seats.ts'

/** Whether the organiser may choose now. */
export const isOfChoice = ({ enrolWay, state, signTaskId }: Activity): boolean => enrolWay === 'review' && state === 'approved' && !signTaskId
async function lockChoice(ctx: Ctx, id: string): Promise<Activity> {
  await findRun(ctx, id)
  const of = await ctx.db.unscoped(activity).lock(id) // the caller runs it
  if (!isOfChoice(of)) throw refusalOf(activity, 'notChosen', { title: of.title })
  return of
}
/** No group has more than its seats and what is kept for none, until that is over. */
async function mustFitGroups(db: Db, of: Activity, rows: readonly ActivityEnrolment[]): Promise<void> {
  if (!of.splitBy) return
  const seats = seatsOf(of, await groupsOf(db, of))
  const fit = new Set(seated(rows, seats))
  const out = rows.find(r => !fit.has(r))
  if (!out) return
  const { splitKey: key } = out
  const chosen = rows.filter(r => r.splitKey === key).length
  throw refusalOf(activity, 'groupFull', { title: of.title, group: await nameOfGroup(db, of, key), left: roomFor(key, seats), chosen })
}
/** Whoever was not chosen has no seat; told once. The caller holds the activity. */
async function closeHeld(db: Db, of: Activity): Promise<number> {
  const rows = await db.unscoped(activityEnrolment).all({ activityId: of.id, state: 'applied' }) // of the activity that is held
  await db.updateWhere(activityEnrolment, { id: rows.map(r => r.id), state: 'applied' }, { state: 'notAdmitted' })
  await tell(db, 'chosen', of, rows, { result: { text: '未录取' } })
  return rows.length
}
/** Before its list is closed by the sign-in. */
export async function closeBefore(db: Db, of: Activity): Promise<void> {
  if (isOfChoice(of)) await closeHeld(db, of)
}
export default [
  handle(chooseApplicants, async (ctx, { activityId, ids }) => {
    const { db } = ctx
    const of = await lockChoice(ctx, activityId)
    const asked = [...new Set(ids)]
    const rows = (await db.unscoped(activityEnrolment).lockAll(asked, 'choose')).filter(r => r.activityId === activityId) // of the activity the caller runs
    const left = of.quota === null ? rows.length : of.quota - of.held
    if (rows.length < asked.length || rows.length > left) throw refusalOf(activity, 'fullNow', { title: of.title, quota: of.quota, left, chosen: asked.length })
    await mustFitGroups(db, of, rows)
    await db.updateWhere(activityEnrolment, { id: rows.map(r => r.id) }, { state: 'admitted', admittedAt: new Date().toISOString(), offeredUntil: null })
    await setCounts(db, of.id, { held: of.held + rows.length })
    await tell(db, 'chosen', of, rows, { result: { text: '已录取' } })
    return { admitted: rows.length }
  }),
  handle(closeChoice, async (ctx, { activityId }) => ({ notAdmitted: await closeHeld(ctx.db, await lockChoice(ctx, activityId)) })),
]
