import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { societyMember } from '../model/member.ts'
import { societyReview } from '../model/review.ts'
import { societyReviewRound } from '../model/review-round.ts'
import { type Figures, faultsOf, placesOf, proposedGrade, USUAL_WEIGHTS } from '../model/review-scores.ts'
import { society } from '../model/society.ts'
import { columnsOf, needsOf, scoredOf } from './review-figures.ts'
import { publicise } from './review-notice.ts'

const REPORT = '这一年按计划开展了活动，成员比去年多，经费按月公布。不足是活动集中在学期末；下一年提前安排，多和别的社团合办。'
/** A review that is on notice. Activities come from a module above, so the figures are made up. */
export async function makeReview(db: Db): Promise<void> {
  const league = await demoAccount(db, 'league')
  const heads = await db.unscoped(societyMember).all({ role: 'head', state: 'active' }) // demo data
  const societies = await db.unscoped(society).all({ id: heads.map(h => h.societyId), state: ['active', 'probation'] }, { sort: ['code'] }) // demo data
  if (!league || !societies.length) return
  const [random, needs] = [randomOf(617), await needsOf(db)]
  const { id } = await db.insert(societyReviewRound, {
    ...{ processType: 'societyReview', name: '本学年社团年审', beginTime: moment(-40, '08:00'), endTime: moment(-20, '22:00'), audience: { roles: ['student'] } },
    ...{ ownerDepartmentId: league.departmentId, periodFrom: day(-385), periodTo: day(-20), weights: [...USUAL_WEIGHTS], noticeWorkdays: 5 },
    ...{ state: 'closed', stage: 'approving', publishedAt: moment(-40, '08:00'), audienceCount: heads.length },
  })
  const rows = societies.map((of, n) => {
    const members = random.int(n % 17 === 5 ? 8 : 22, 78)
    const figures: Figures = {
      ...{ members, hasHead: true, posts: n % 5 ? 2 : 0, hasCharter: n % 7 !== 0, activities: random.int(3, 9), participants: Math.round(members * (random.int(40, 95) / 100)) },
      ...{ hours: random.int(6, 26), drafts: 6, openDrafts: n % 4 ? 0 : 1, raters: Math.round(members / 2), rating: random.int(36, 49) / 10 },
    }
    const scored = scoredOf(figures, USUAL_WEIGHTS, needs)
    const faults = faultsOf(figures, needs, true)
    const studentId = heads.find(h => h.societyId === of.id)?.studentId ?? null
    return { id: of.id, societyId: of.id, studentId, selfText: REPORT, ...columnsOf(figures, needs), ...scored, faults, grade: proposedGrade(scored.total, faults) }
  })
  const places = placesOf(rows)
  const drafts = rows.map(({ id: of, ...row }) => ({ ...row, roundId: id, place: places.get(of) ?? null, state: 'approved' as const }))
  await db.insertMany(societyReview, drafts, { history: false })
  await publicise({ db }, await db.unscoped(societyReviewRound).one(id), await db.unscoped(societyReview).all({ roundId: id })) // demo data
}
