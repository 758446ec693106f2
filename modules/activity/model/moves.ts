import { action, integer, ref, text } from '#model'
import { form } from './activity.ts'
import { activityEnrolment, enrolInActivity, refusals } from './enrolment.ts'

const need = { required: true } as const
/** 60-AT10: after the approval, until the sign-in is made; everybody with a seat is asked anew. */
export const moveActivity = action('activity.activity.move', '改时间地点', {
  access: 'signedIn',
  input: {
    id: ref('activity', '活动', need),
    ...{ startAt: form.startAt, endAt: form.endAt, venueId: form.venueId, place: form.place, online: form.online },
    reason: text('原因', { ...need, min: 2, max: 200 }),
  },
  output: { asked: integer('待确认', need) },
  refusals,
})
/** Still coming; of the change that was shown. */
export const confirmMove = action('activity.activityEnrolment.confirm', '仍然参加', {
  permission: enrolInActivity.permission,
  input: { id: ref('activityEnrolment', '活动报名', need), moves: integer('改时间地点次数', { ...need, min: 1 }) },
  output: 'none',
  refusals: activityEnrolment.options.refusals ?? {},
})
export const moveActions = [moveActivity, confirmMove]
