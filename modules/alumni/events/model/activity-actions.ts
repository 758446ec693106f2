import { action, bool, date, datetime, integer, list, money, ref, revealed, rich, shape, text } from '#model'
import { OWN } from '../../records/model/card.ts'
import { activityForm, activityStates, alumniActivity, alumniEnrolment, enrolmentStates } from './activity.ts'

const need = { required: true } as const
const activityId = ref('alumniActivity', '校友活动', need)
const id = ref('alumniEnrolment', '校友活动报名', need)
const refusals = { ...alumniActivity.options.refusals, ...alumniEnrolment.options.refusals }
const own = { permission: OWN, refusals } as const
const reason = text('原因', { ...need, min: 2, max: 200 })
export const publishActivity = action('alumni.alumniActivity.publish', '发布', { inScope: true, refusals, input: { id: activityId }, output: 'none' })
/** Everybody's fees are given back in full. */
export const callOffActivity = action('alumni.alumniActivity.call', '取消活动', {
  permission: publishActivity.permission,
  inScope: true,
  refusals,
  input: { id: activityId, reason },
  output: 'none',
})
/** 30-AB2: officers of a club, for its members. */
export const postActivity = action('alumni.alumniActivity.post', '发活动', {
  ...own,
  input: { clubId: ref('alumniClub', '校友会', need), ...activityForm },
  output: { id: activityId },
})
export const MOST_ACTIVITIES = 60
const plate = revealed(alumniEnrolment.fields.plate, 'read by its owner alone')
/** 校友活动 that are to come and meant for the caller, and those they have enrolled in. */
export const myActivities = action('alumni.alumniActivity.mine', '校友活动', {
  ...own,
  method: 'GET',
  output: {
    activities: list(
      '活动',
      shape('活动', {
        id: activityId,
        title: text('名称', { ...need, max: 60 }),
        content: rich('介绍', { max: 20_000 }),
        place: text('地点', { ...need, max: 100 }),
        from: datetime('开始', need),
        to: datetime('结束', need),
        enrolTo: datetime('报名截止', need),
        club: text('校友会', { max: 40 }),
        state: activityStates.field('状态'),
        cancelReason: text('取消原因', { max: 200 }),
        placesLeft: integer('空余', need),
        waiting: integer('候补', need),
        companions: integer('最多同行', need),
        fee: money('每人费用'),
        refundUntil: datetime('全额退费到'),
        refundPercent: integer('之后退费', need),
        hasPass: bool('需要入校', need),
        isOpen: bool('正在报名', need),
        enrolmentId: ref('alumniEnrolment', '校友活动报名'),
        mine: enrolmentStates.field('我的报名', { required: false, readonly: false }),
        position: integer('候补第几位'),
        with: integer('同行'),
        plate,
        due: money('应缴'),
        payBy: date('支付期限'),
        isPaid: bool('已缴', need),
        code: text('签到码', { max: 12 }),
        mayRun: bool('我负责', need),
      }),
      need,
    ),
  },
})
export const enrolInActivity = action('alumni.alumniEnrolment.enrol', '报名', {
  ...own,
  input: { activityId, companions: integer('同行', { min: 0, max: 3, initial: 0 }), plate: text('车牌', { max: 12, sensitivity: 'S1', mask: 'whole', help: '开车入校才填' }) },
  output: { state: enrolmentStates.field('结果'), position: integer('候补第几位') },
})
export const cancelEnrolment = action('alumni.alumniEnrolment.cancel', '取消报名', { ...own, input: { id }, output: { kept: money('不退的费用', need) } })
const code = text('签到码', { ...need, max: 12 })
/** Whose code it is, for whoever runs the activity: the office, or officers of its club. */
export const lookAtCode = action('alumni.alumniEnrolment.look', '查看签到码', {
  method: 'GET',
  access: 'signedIn',
  refusals,
  input: { code },
  output: {
    title: text('活动', { ...need, max: 60 }),
    name: text('姓名', { ...need, max: 60, clear: 'who stands at the entrance' }),
    people: integer('人数', need),
    state: enrolmentStates.field('状态'),
    isPaid: bool('已缴', need),
  },
})
export const checkIn = action('alumni.alumniEnrolment.checkIn', '签到', {
  access: 'signedIn',
  refusals,
  input: { code },
  output: { name: text('姓名', { ...need, max: 60, clear: 'who stands at the entrance' }) },
})
export const activityActions = [publishActivity, callOffActivity, postActivity, myActivities, enrolInActivity, cancelEnrolment, lookAtCode, checkIn]
