import sql from 'sql-template-tag'
import { clearedAmong, clearedOf, mustBeCleared, noticeKind, publishNotice } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { type Review, societyReview } from '../model/review.ts'
import { publishReviews } from '../model/review-actions.ts'
import { type ReviewRound, reviewStages, societyReviewRound } from '../model/review-round.ts'
import { REVIEW_GRADES, starOf } from '../model/review-scores.ts'
import { society } from '../model/society.ts'
import { followResults } from './causes.ts'
import { settingsOf } from './settings.ts'

const NAMED = 10
async function namesOf(db: Db, rows: readonly Review[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s.name])) // named to the league, or on the notice
}
/** 60-SO12: by place among all who were reviewed, those already published among them. */
async function withStars(db: Db, { id }: ReviewRound, rows: readonly Review[]): Promise<Review[]> {
  const { starFive: five, starFour: four, starThree: three } = await settingsOf(db)
  const reviewed = await db.unscoped(societyReview).count({ roundId: id, state: ['pending', 'returned', 'approved', 'publicised', 'final'] }) // how many
  const starred = rows.map(row => ({ ...row, star: starOf(row, reviewed, { five, four, three }) }))
  await db.updateMany(
    societyReview,
    starred.map(({ id: reviewId, star }) => ({ id: reviewId, star })),
  )
  return starred
}
/** Puts agreed results on notice. A society without members has nobody who stands for it there: its result holds at once. */
export async function publicise(ctx: Pick<Ctx, 'db'>, round: ReviewRound, rows: readonly Review[]): Promise<string | null> {
  const { db } = ctx
  const names = await namesOf(db, rows)
  await db.update(societyReviewRound, round.id, { stage: 'publicised' })
  const starred = await withStars(db, round, rows)
  const lines = starred.flatMap(({ id: bizId, studentId, societyId, grade, star }) =>
    studentId && grade ? [{ bizId, studentId, values: { item: [names.get(societyId) ?? '', '★'.repeat(star ?? 0)].join(' ').trim(), level: REVIEW_GRADES[grade] } }] : [],
  )
  const alone = starred.filter(r => !r.studentId)
  if (alone.length) await finish(db, alone)
  if (!lines.length) return null
  return (await publishNotice(ctx, { round, roundOf: societyReviewRound, of: societyReview, level: 'school', columns: ['item', 'level', 'name', 'college'], lines })).endAt
}
const publish = handle(publishReviews, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const round = await db.visible(societyReviewRound).lock(id)
  const { name, stage } = round
  if (stage !== 'approving' && stage !== 'publicised') refuse('notCounted', { name, stage: { text: reviewStages.labels[stage] } })
  // what its approvers refused has failed
  await db.updateWhere(societyReview, { roundId: id, state: 'rejected' }, { state: 'approved', grade: 'fail' })
  const rows = await db.unscoped(societyReview).all({ roundId: id, state: ['pending', 'returned', 'approved'] }) // of the whole round
  const waiting = rows.filter(r => r.state !== 'approved')
  if (waiting.length) {
    const names = await namesOf(db, waiting)
    refuse('waiting', {
      n: waiting.length,
      societies: firstOf(
        waiting.map(r => names.get(r.societyId) ?? ''),
        NAMED,
      ),
    })
  }
  if (!rows.length) refuse('nothing', { name })
  return { count: rows.length, endAt: await publicise(ctx, round, rows) }
})
/** Results that hold from now on; with the last of them the round is settled. */
async function finish(db: Db, rows: readonly Review[]): Promise<void> {
  await db.updateWhere(societyReview, { id: rows.map(r => r.id) }, { state: 'final' })
  await followResults(db, rows)
  await db.updateWhere(
    societyReviewRound,
    sql`t.id = any(${[...new Set(rows.map(r => r.roundId))]}::uuid[]) and t.stage = 'publicised'
      and not exists (select from society_review r where r.tenant_id = t.tenant_id and r.round_id = t.id and r.state not in ('final', 'cancelled'))`,
    { stage: 'settled' },
  )
}
/** The round first, as everywhere, then its results as they stand behind that lock. */
async function settle(db: Db, ids: readonly string[]): Promise<void> {
  const found = await db.unscoped(societyReview).all({ id: ids, state: 'publicised' }) // the events name them
  await db.unscoped(societyReviewRound).lockAll(found.map(f => f.roundId)) // their rounds
  const rows = await db.unscoped(societyReview).all({ id: found.map(f => f.id), state: 'publicised' }) // as above
  await mustBeCleared(
    db,
    societyReview.name,
    rows.map(r => r.id),
  )
  if (rows.length) await finish(db, rows)
}
export default [
  noticeKind({ entity: societyReview }),
  publish,
  on('publicNotice.ended', 'society.reviewed', async ({ db }, { noticeId }) => {
    if (typeof noticeId === 'string') await settle(db, await clearedOf(db, noticeId))
  }),
  /** Upheld, it goes back to the league, which grades it again and publishes it again; dismissed, it holds once its notice is over. */
  on('publicNotice.objectionDecided', 'society.reviewObjected', async ({ db }, { bizType, bizId, upheld }) => {
    if (bizType !== societyReview.name || typeof bizId !== 'string') return
    if (upheld) await db.updateWhere(societyReview, { id: bizId, state: 'publicised' }, { state: 'approved', gradeReason: null })
    else await settle(db, [...(await clearedAmong(db, societyReview.name, [bizId]))])
  }),
]
