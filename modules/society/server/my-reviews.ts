import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { ownStudentId, selfStudent } from '#modules/student/server/api.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { mustTakePart, resubmit } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { societyMember } from '../model/member.ts'
import { type Review, societyReview } from '../model/review.ts'
import { myReviews, rateSociety, reportReview } from '../model/review-actions.ts'
import { reviewSubject } from '../model/review-flow.ts'
import { societyRating } from '../model/review-rating.ts'
import { type ReviewRound, societyReviewRound } from '../model/review-round.ts'
import { faultsOf } from '../model/review-scores.ts'
import { society } from '../model/society.ts'
import { ownPosts } from './reach.ts'
import { columnsOf, figuresOf, needsOf, scoredOf } from './review-figures.ts'

const SHOWN = 20
const REPORTERS: readonly string[] = ['head', 'deputy']
interface Found {
  row: Review
  round: ReviewRound
}
async function roundsOf(db: Db, rows: readonly Review[]): Promise<ReadonlyMap<string, ReviewRound>> {
  return new Map((await db.unscoped(societyReviewRound).all({ id: [...new Set(rows.map(r => r.roundId))] })).map(r => [r.id, r])) // of these reviews
}
const isPublished = ({ state }: Pick<Review, 'state'>): boolean => state === 'publicised' || state === 'final'
/** While a round has not been counted, what records say now; nothing of ratings. */
async function asOfNow(db: Db, all: readonly Found[]): Promise<ReadonlyMap<string, Partial<Review>>> {
  const needs = await needsOf(db)
  const told = new Map<string, Partial<Review>>()
  for (const [round, own] of Map.groupBy(
    all.filter(a => a.row.state === 'open'),
    a => a.round,
  )) {
    const ids = own.map(o => o.row.societyId)
    const figures = new Map((await figuresOf(db, round, sql`select unnest(${ids}::uuid[]) as id`)).map(f => [f.id, f]))
    for (const { row } of own) {
      const found = figures.get(row.societyId)
      // ratings count once the round is counted: from two means at two moments a head could read one rating
      const of = found && { ...found, rating: null }
      if (of) told.set(row.id, { ...columnsOf(of, needs), ...scoredOf(of, round.weights ?? [], needs), faults: faultsOf(of, needs, Boolean(row.selfText)) })
    }
  }
  return told
}
async function reviewsOf(ctx: Ctx) {
  const { db } = ctx
  const ids = [...(await ownPosts(ctx)).keys()]
  const rows = (await db.unscoped(societyReview).all({ societyId: ids }, { sort: ['-createdAt'], limit: SHOWN })).filter(r => r.state !== 'cancelled') // of societies the caller has a post in
  const rounds = await roundsOf(db, rows)
  const names = new Map((await db.unscoped(society).all({ id: ids })).map(s => [s.id, s.name])) // as above
  const all = rows.flatMap(row => {
    const round = rounds.get(row.roundId)
    return round ? [{ row, round }] : []
  })
  const now = await asOfNow(db, all)
  const sizes = await db.query<{ id: string; n: number }>(sql`select round_id as id, count(*)::int as n from society_review
    where tenant_id = ${db.me.tenantId} and round_id = any(${[...rounds.keys()]}::uuid[]) and state <> 'cancelled' group by 1`)
  return all.map(({ row, round }) => {
    const { members, activities, participants, hours, openDrafts, scores, total, faults } = { ...row, ...now.get(row.id) }
    const { id, selfText, state } = row
    const isOpen = state === 'returned' || (state === 'open' && phaseOf(round) === 'open')
    return {
      ...{ id, society: names.get(row.societyId) ?? '', selfText, members, activities, participants, hours, openDrafts, scores, total, faults: faults ?? [], state },
      ...{ name: round.name, stage: round.stage, endTime: round.endTime, isOpen, of: sizes.find(s => s.id === round.id)?.n ?? 0 },
      ...(isPublished(row) ? { place: row.place, grade: row.grade, star: row.star, advice: row.advice } : { place: null, grade: null, star: null, advice: null }),
    }
  })
}
/** What the caller, as a member, may rate now. */
async function ratingsOf({ db, me }: Ctx) {
  const studentId = me.studentId ?? ''
  const member = await db.unscoped(societyMember).all({ studentId, state: 'active' }) // the caller's own
  const rows = await db.unscoped(societyReview).all({ societyId: member.map(m => m.societyId), state: 'open' }) // of the caller's societies
  const rounds = await roundsOf(db, rows)
  const names = new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s.name])) // as above
  const given = await db.unscoped(societyRating).all({ studentId, roundId: [...rounds.keys()] }) // the caller's own
  return rows.flatMap(({ id, societyId, roundId }) => {
    const round = rounds.get(roundId)
    if (!round || phaseOf(round) !== 'open') return []
    const stars = given.find(g => g.societyId === societyId && g.roundId === roundId)?.stars ?? null
    return [{ id, society: names.get(societyId) ?? '', name: round.name, endTime: round.endTime, stars }]
  })
}
/** A review and its round, the round locked first: it is not counted meanwhile. */
async function held(db: Db, id: string): Promise<Found> {
  const found = await db.unscoped(societyReview).find({ id }) // what the caller may do with it is checked next
  if (!found) throw notFound()
  const round = await db.unscoped(societyReviewRound).lock(found.roundId) // as above
  return { round, row: await db.unscoped(societyReview).one(id) } // as above
}
const report = handle(reportReview, async (ctx, { id, selfText }) => {
  const { db } = ctx
  const { row, round } = await held(db, id)
  const post = (await ownPosts(ctx)).get(row.societyId)
  if (!post) throw notFound()
  if (!REPORTERS.includes(post)) throw refusalOf(societyReview, 'notPost', { society: (await db.unscoped(society).one(row.societyId)).name }) // the caller's own
  if (row.state !== 'returned') await mustTakePart(db, societyReviewRound, round)
  await db.unscoped(societyReview).lock(id, 'report') // as above
  const after = await db.update(societyReview, id, { selfText, faults: (row.faults ?? []).filter(f => f !== 'noReport') })
  if (row.state === 'returned') await resubmit(ctx, reviewSubject, after)
})
const rate = handle(rateSociety, async (ctx, { id, stars }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const { row, round } = await held(db, id)
  const { societyId, roundId } = row
  if (!(await db.unscoped(societyMember).count({ societyId, studentId: who.id, state: 'active' })))
    // the caller's own membership
    throw refusalOf(societyReview, 'notMember', { society: (await db.unscoped(society).one(societyId)).name }) // named in the square
  const phase = phaseOf(round)
  if (phase !== 'open' || row.state !== 'open') throw refusalOf(societyReview, 'rateClosed', { name: round.name, phase: roundPhases.labels[phase] })
  const [before] = await db.unscoped(societyRating).all({ roundId, societyId, studentId: who.id }) // as above
  if (before) await db.updateWhere(societyRating, { id: before.id }, { stars }, { history: false })
  else await db.insertMany(societyRating, [{ roundId, societyId, studentId: who.id, stars }], { history: false })
})
export default [handle(myReviews, async ctx => ({ reviews: await reviewsOf(ctx), ratings: ownStudentId(ctx.me) ? await ratingsOf(ctx) : [] })), report, rate]
