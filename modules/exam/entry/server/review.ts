import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { examApplicant } from '../model/applicant.ts'
import { examApplication } from '../model/application.ts'
import { examPlan } from '../model/plan.ts'
import { approveGreen, cancelApplication, decideApplication, decideExempt, holdApplication, reviewCard, takeNext } from '../model/review-actions.ts'
import { approveAll, lapseAll, mustBeReviewable, tell } from './approve.ts'
import { type Application, batchOf } from './my-applications.ts'
import { planLabels } from './plans.ts'
import { givesBack } from './refund.ts'
import { settingsOf } from './settings.ts'

const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(examApplication, key, values, field)
}
const untilOf = async (db: Db): Promise<string> => new Date(Date.now() + (await settingsOf(db)).holdMinutes * MINUTE_MS).toISOString()
const isHeld = ({ heldBy, heldUntil }: Application): boolean => Boolean(heldBy && heldUntil && Date.parse(heldUntil) > Date.now())
/** 30-EA3: whoever has the row open keeps it until the time is over. */
async function mustBeFree(db: Db, row: Application): Promise<void> {
  if (isHeld(row) && row.heldBy !== db.me.userId)
    refuse('held', { who: (await accountNames(db, [row.heldBy as string])).get(row.heldBy as string) ?? '—', until: schoolTimeText(row.heldUntil as string) })
}
/** The first registration in order of handing in that nobody has open and that still needs somebody else than its first reviewer. Rows that another call takes at this moment are passed over. */
const next = handle(takeNext, async ({ db, me }, { batchId }) => {
  await batchOf(db, batchId)
  const [found] = await db.query<{ id: string }>(sql`select id from exam_application
    where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid and state = 'pending' and not is_green and first_reviewer_id is distinct from ${me.userId}::uuid
      and (held_until is null or held_until <= now() or held_by = ${me.userId}::uuid)
    order by (held_by = ${me.userId}::uuid and held_until > now()) desc nulls last, submitted_at, id limit 1 for update skip locked`)
  if (!found) return { id: null }
  await db.visibleFor(examApplication, takeNext.permission).one(found.id)
  await db.update(examApplication, found.id, { heldBy: me.userId, heldUntil: await untilOf(db) })
  return { id: found.id }
})
const hold = handle(holdApplication, async ({ db, me }, { id }) => {
  const row = await db.visible(examApplication).lock(id, 'hold')
  await mustBeFree(db, row)
  await db.update(examApplication, id, { heldBy: me.userId, heldUntil: await untilOf(db) })
})
const card = handle(reviewCard, async ({ db, me }, { id }) => {
  const row = await db.visible(examApplication).one(id)
  const of = await db.unscoped(examApplicant).one(row.examApplicantId) // of the registration in the caller's scope
  const plans = await db.unscoped(examPlan).all({ batchId: row.batchId }) // published
  const labels = await planLabels(db, plans)
  const names = await accountNames(
    db,
    [row.firstReviewerId, row.heldBy].flatMap(one => one ?? []),
  )
  const { ksh, name, category, obeyAdjust, exempt, exemptState, exemptNote, proofs, special, doubts, state, firstReviewerId, heldBy, heldUntil, reviewNote } = row
  const { genderCode, birthDate, idNo, school, canton, photoId, phone, isListed } = of
  return {
    ...{ ksh, name, category, obeyAdjust, exempt, exemptState, exemptNote, proofs, special, doubts, state, firstReviewerId, heldBy, heldUntil, reviewNote },
    ...{ genderCode, birthDate, idNo, school, canton, photoId, phone, isListed },
    choices: row.choices.map(c => labels.get(c ?? '') ?? '—'),
    firstReviewerName: names.get(firstReviewerId ?? '') ?? null,
    isMine: isHeld(row) && heldBy === me.userId,
  }
})
/** A row that the caller has open. */
async function lockHeld({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string, verb: 'decide' | 'decideExempt'): Promise<Application> {
  const row = await db.visible(examApplication).lock(id, verb)
  await mustBeFree(db, row)
  if (!isHeld(row) || row.heldBy !== me.userId) refuse('notHeld')
  if (row.firstReviewerId === me.userId) refuse('sameReviewer')
  return row
}
/** Doubtful and exempt rows pass by two different people. */
const decide = handle(decideApplication, async (ctx, { id, verdict, reason }) => {
  const { db, me } = ctx
  const row = await lockHeld(ctx, id, 'decide')
  const batch = await batchOf(db, row.batchId)
  mustBeReviewable(batch)
  if (verdict !== 'approve') {
    if (!reason) refuse('reason', {}, 'reason')
    const state = verdict === 'return' ? ('returned' as const) : ('rejected' as const)
    const decided = { heldBy: null, heldUntil: null, firstReviewerId: null, reviewerId: me.userId, reviewedAt: new Date().toISOString(), reviewNote: reason ?? null }
    const after = await db.update(examApplication, id, { state, ...decided })
    await tell(db, state, [after], { reason: reason ?? '', ...(state === 'returned' ? { until: schoolTimeText(batch.reviewTo) } : {}) })
    return { state }
  }
  if (row.exemptState === 'open') refuse('exemptOpen')
  if (row.doubts.length && !row.firstReviewerId) {
    await db.update(examApplication, id, { firstReviewerId: me.userId, heldBy: null, heldUntil: null, reviewNote: reason ?? null })
    return { state: row.state }
  }
  await approveAll(db, batch, [row], { reviewNote: reason ?? null })
  return { state: batch.fee ? ('approved' as const) : ('paid' as const) }
})
/** 30-EA6: apart from the registration, and before it passes. */
const exempt = handle(decideExempt, async (ctx, { id, isGranted, reason }) => {
  const { db } = ctx
  const row = await lockHeld(ctx, id, 'decideExempt')
  if (row.exempt === 'none') refuse('noExempt', { name: row.name })
  if (!isGranted && !reason) refuse('reason', {}, 'reason')
  await db.update(examApplication, id, { exemptState: isGranted ? 'granted' : 'refused', exemptNote: reason ?? null })
})
const green = handle(approveGreen, async ({ db, me }, { batchId }) => {
  const batch = await batchOf(db, batchId)
  mustBeReviewable(batch)
  const ids = await db.query<{ id: string }>(sql`select id from exam_application where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid and state = 'pending' and is_green
    and (held_until is null or held_until <= now() or held_by = ${me.userId}::uuid) order by id`)
  const locked = await db.visibleFor(examApplication, approveGreen.permission).lockAll(ids.map(r => r.id))
  const rows = locked.filter(row => row.state === 'pending' && row.isGreen)
  await approveAll(db, batch, rows)
  return { count: rows.length }
})
const cancel = handle(cancelApplication, async ({ db }, { id, reason }) => {
  const row = await db.visible(examApplication).lock(id, 'cancel')
  const keepsFee = row.state === 'seated' && !(await givesBack(db, row.batchId))
  await lapseAll(db, await batchOf(db, row.batchId), [row], reason, keepsFee)
})
export default [next, hold, card, decide, exempt, green, cancel]
