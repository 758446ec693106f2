import { action, choice, ref, text } from '#model'
import { activityEnrolment, enrolInActivity, OUTCOMES } from './enrolment.ts'
import { served } from './roster.ts'

const need = { required: true } as const
const id = ref('activityEnrolment', '活动报名', need)
const { refusals = {} } = activityEnrolment.options
/** 60-AT9: an absence that counts against enrolling is objected to once. */
export const objectToAbsence = action('activity.activityEnrolment.object', '申诉缺勤', {
  permission: enrolInActivity.permission,
  input: { id, reason: text('申诉理由', { ...need, min: 2, max: 200, help: '例如当时在场但没有签到，谁可以证明' }) },
  output: 'none',
  refusals,
})
export const decideObjection = action('activity.activityEnrolment.decide', '处理申诉', {
  access: 'signedIn',
  input: { id, outcome: choice('结果', OUTCOMES, { ...need, help: '选“缺勤”的，申诉不成立' }), ...served, reply: text('答复', { ...need, min: 2, max: 200 }) },
  output: 'none',
  refusals,
})
export const objectionActions = [objectToAbsence, decideObjection]
