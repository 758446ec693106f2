import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { application, readableRow, submit } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { type Review, societyReview } from '../model/review.ts'
import { countReviews, gradeReview, reviewCard } from '../model/review-actions.ts'
import { reviewSubject } from '../model/review-flow.ts'
import { type ReviewRound, societyReviewRound } from '../model/review-round.ts'
import { faultsOf, placesOf, proposedGrade } from '../model/review-scores.ts'
import { society } from '../model/society.ts'
import { columnsOf, figuresOf, needsOf, scoredOf } from './review-figures.ts'
import { PAGE, standingFor } from './review-rounds.ts'

/** Counts the societies of a round and proposes what they deserve: one read, one write. */
async function countAll(db: Db, round: ReviewRound): Promise<Review[]> {
  const rows = await db.unscoped(societyReview).all({ roundId: round.id, state: 'open' }) // of the whole round
  const needs = await needsOf(db)
  const found = await figuresOf(db, round, sql`select society_id as id from society_review where tenant_id = ${db.me.tenantId} and round_id = ${round.id} and state = 'open'`)
  const figures = new Map(found.map(f => [f.id, f]))
  const who = new Map(
    (await db.query<{ societyId: string; studentId: string }>(sql`select r.society_id as "societyId", r.student_id as "studentId" from ${standingFor(db)} r`)).map(r => [
      r.societyId,
      r.studentId,
    ]),
  )
  const counted = rows.flatMap(({ id, societyId, selfText }) => {
    const of = figures.get(societyId)
    if (!of) return []
    const faults = faultsOf(of, needs, Boolean(selfText))
    const scored = scoredOf(of, round.weights ?? [], needs)
    const studentId = who.get(societyId) ?? null
    // where nobody is left who could be asked, there is nobody to send anything back to
    const state = studentId ? ('pending' as const) : ('approved' as const)
    return [{ id, ...columnsOf(of, needs), ...scored, faults, studentId, state, grade: proposedGrade(scored.total, faults) }]
  })
  const places = placesOf(counted)
  await db.updateMany(
    societyReview,
    counted.map(c => ({ ...c, place: places.get(c.id) ?? null })),
  )
  return db.unscoped(societyReview).all({ roundId: round.id, state: 'pending' }) // just written
}
const count = handle(countReviews, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const round = await db.visible(societyReviewRound).lock(id)
  const phase = phaseOf(round)
  if (phase !== 'closed') refuse('running', { name: round.name, phase: roundPhases.labels[phase] })
  if (round.stage !== 'reporting') refuse('counted', { name: round.name })
  await db.update(societyReviewRound, id, { stage: 'approving' })
  const rows = await countAll(db, round)
  for (const row of rows) await submit(ctx, reviewSubject, row)
  return { count: rows.length, failing: rows.filter(r => r.grade === 'fail').length }
})
/** The league decides another grade than the figures propose, and says why. */
const grade = handle(gradeReview, async ({ db }, { id, grade: given, reason, advice }) => {
  const found = await db.visible(societyReview).one(id)
  const round = await db.unscoped(societyReviewRound).lock(found.roundId) // of a result that was found
  if (round.stage === 'reporting') throw refusalOf(societyReview, 'settled', { name: round.name })
  await db.visible(societyReview).lock(id, 'grade')
  await db.update(societyReview, id, { grade: given, gradeReason: reason, advice: advice ?? null })
})
const nameOf = async (db: Db, { societyId }: Pick<Review, 'societyId'>): Promise<string> => (await db.unscoped(society).one(societyId)).name // named to who reads the review
const card = handle(reviewCard, async (ctx, { id }) => {
  const row = await readableRow(ctx, societyReview, id)
  const { selfText, members, activities, participants, hours, openDrafts, raters, scores, total, place, faults, grade: proposed, gradeReason, state } = row
  return {
    ...{ id, society: await nameOf(ctx.db, row), round: (await ctx.db.unscoped(societyReviewRound).one(row.roundId)).name, selfText }, // its round
    ...{ members, activities, participants, hours, openDrafts, raters, scores, total, place, faults: faults ?? [], grade: proposed, gradeReason, state },
  }
})
export default [
  count,
  grade,
  card,
  ...application<typeof societyReview>(reviewSubject, {
    async describe(db, row) {
      const applicantId = (await accountsOf(db, [row.studentId ?? ''])).get(row.studentId ?? '') ?? ''
      return {
        ...{ applicantId, studentId: row.studentId, facts: { grade: row.grade } },
        title: { text: '{society} 年审', values: { society: await nameOf(db, row) } },
        summary: { text: '总分 {total}，第 {place} 名', values: { total: row.total ?? 0, place: row.place ?? 0 } },
      }
    },
    link: () => PAGE,
    mobileLink: () => PAGE,
    /** Nobody takes their society out of a review. */
    async onWithdrawn() {
      throw refusalOf(societyReview, 'noWithdrawal')
    },
  }),
]
