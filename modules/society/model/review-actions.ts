import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { reviewStates, societyReview } from './review.ts'
import { MOST_STARS } from './review-rating.ts'
import { reviewStages, societyReviewRound } from './review-round.ts'
import { FAULTS, REVIEW_GRADES, scoreList } from './review-scores.ts'

const need = { required: true } as const
const id = ref('societyReview', '年审结果', need)
const round = { id: ref('societyReviewRound', '社团年审', need) } as const
const refusals = societyReview.options.refusals ?? {}
/** 60-SO10: counts what records say, proposes grades, and hands every review to its approvers. */
export const countReviews = action('society.societyReviewRound.count', '汇总', {
  input: round,
  output: { count: integer('社团', need), failing: integer('建议不合格', need) },
  inScope: true,
  refusals: { running: '“{name}”{phase}，自评结束后才能汇总', counted: societyReviewRound.options.refusals?.counted ?? '' },
})
export const publishReviews = action('society.societyReviewRound.publishReviews', '公示结果', {
  input: round,
  output: { count: integer('社团', need), endAt: datetime('公示到') },
  inScope: true,
  refusals: { notCounted: '“{name}”{stage}，现在不能公示', waiting: '还有 {n} 个社团没有审批完：{societies}', nothing: '“{name}”没有要公示的结果' },
})
export const gradeReview = action('society.societyReview.grade', '定等级', {
  input: { id, grade: choice('等级', REVIEW_GRADES, need), reason: text('理由', { ...need, min: 2, max: 200 }), advice: text('改进意见', { max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const reportReview = action('society.societyReview.report', '提交年审报告', {
  input: { id, selfText: text('年审报告', { ...need, min: 20, max: 3000, multiline: true, help: '写这一年做了什么、有什么问题、下一年怎么做；数字由系统汇总，不用写' }) },
  output: 'none',
  refusals,
})
/** No key of the call is kept: beside a user it would tell the stars. */
export const rateSociety = action('society.societyReview.rate', '给社团评分', {
  isUnrecorded: true,
  input: { id, stars: integer('评分', { ...need, min: 1, max: MOST_STARS, help: '1 到 5 分，5 分最满意；只统计平均分，不显示是谁评的' }) },
  output: 'none',
  refusals,
})
const society = text('社团', { ...need, max: 40 })
const { selfText, members, activities, participants, hours, openDrafts, raters, total, place, star, advice } = societyReview.fields
const shown = {
  ...{ id, society, selfText, members, activities, participants, hours, openDrafts, scores: scoreList, total },
  faults: list('不合格情形', choice('情形', FAULTS, need), need),
  state: reviewStates.field('状态'),
} as const
/** 60-SO12: a society sees its own items and place only. While the round is open they are counted as of now. */
export const myReviews = action('society.societyReview.mine', '我的社团年审', {
  method: 'GET',
  permission: reportReview.permission,
  output: {
    reviews: list(
      '年审',
      shape('年审', {
        ...shown,
        name: text('名称', { ...need, max: 100 }),
        stage: reviewStages.field('阶段'),
        endTime: datetime('自评截止', need),
        isOpen: bool('可以提交', need),
        place,
        of: integer('参加年审的社团', need),
        grade: choice('等级', REVIEW_GRADES),
        star,
        advice,
      }),
      need,
    ),
    ratings: list('评分', shape('评分', { id, society, name: text('名称', { ...need, max: 100 }), endTime: datetime('截止', need), stars: integer('我的评分') }), need),
  },
})
export const reviewCard = action('society.societyReview.card', '审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: { ...shown, raters, round: text('社团年审', { ...need, max: 100 }), place, grade: choice('等级', REVIEW_GRADES), gradeReason: societyReview.fields.gradeReason },
})
export const reviewActions = [countReviews, publishReviews, gradeReview, reportReview, rateSociety, myReviews, reviewCard]
