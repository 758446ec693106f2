import { action, bool, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { form } from './activity.ts'
import { activityEnrolment, enrolInActivity } from './enrolment.ts'

const need = { required: true } as const
const BEST = 5
const { refusals = {} } = activityEnrolment.options
const stars = { ...need, min: 1, max: BEST, help: '1 到 5 分，5 分最好' } as const
/** 60-AT14: once, of somebody who was there. No key of the call is kept: beside a user, the hash of what was sent would tell whose an answer is. */
export const rateActivity = action('activity.activityEnrolment.rate', '评价', {
  permission: enrolInActivity.permission,
  isUnrecorded: true,
  input: {
    id: ref('activityEnrolment', '活动报名', need),
    ...{ content: integer('内容', stars), organisation: integer('组织工作', stars), gain: integer('收获', stars) },
    words: text('想说的话', { max: 300, multiline: true, help: '组织者看得到原文，但不知道是谁写的；请不要写能认出你的内容' }),
  },
  output: 'none',
  refusals,
})
/** Averages and words without names, for whoever runs the activity. */
export const activityFeedback = action('activity.activity.feedback', '评价结果', {
  method: 'GET',
  access: 'signedIn',
  input: { id: ref('activity', '活动', need) },
  output: {
    title: form.title,
    closesAt: datetime('截止', need),
    isOver: bool('已截止', need),
    /** So many are needed before anything shows. */
    least: integer('最少份数', need),
    count: integer('份数', need),
    ...{ content: decimal('内容'), organisation: decimal('组织工作'), gain: decimal('收获') },
    words: list('想说的话', shape('想说的话', { no: integer('序号', need), words: text('想说的话', { ...need, max: 300 }) }), need),
  },
})
export const feedbackActions = [rateActivity, activityFeedback]
