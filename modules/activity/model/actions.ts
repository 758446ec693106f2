import { action, bool, choice, datetime, decimal, integer, list, money, ref, shape, text } from '#model'
import { activity, activityPhases, activityStates, form, ORGANISERS } from './activity.ts'
import { AMOUNTS } from './rate.ts'
import { groupShares } from './split.ts'

const need = { required: true } as const
const id = ref('activity', '活动', need)
const refusals = activity.options.refusals ?? {}
const organiserId = text('组织者', { ...need, max: 36, format: 'uuid' })
export const proposeActivity = action('activity.activity.propose', '申请活动', { input: { organiserId, ...form }, output: { id }, refusals })
const OWN = proposeActivity.permission
export const changeActivity = action('activity.activity.change', '修改后重新提交', { permission: OWN, input: { id, ...form }, output: 'none', refusals })
export const withdrawActivity = action('activity.activity.withdraw', '撤回申请', { permission: OWN, input: { id }, output: 'none', refusals })
/** Until it begins; everybody who enrolled is told why. */
export const callOffActivity = action('activity.activity.callOff', '取消活动', {
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  refusals,
})
/** In whose name the caller may propose. */
export const myOrganisers = action('activity.activity.organisers', '可以组织', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: { id: text('编号', { ...need, max: 36 }), type: choice('组织者', ORGANISERS, need), name: text('名称', { ...need, max: 60 }), free: money('可用经费') },
})
/** Activities the caller proposed, and those of societies they act for. */
export const ledActivities = action('activity.activity.led', '组织的活动', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    id,
    ...form,
    organiser: text('组织单位', { max: 60 }),
    organiserType: choice('组织者', ORGANISERS, need),
    state: activityStates.field('状态'),
    phase: activityPhases.field('进度'),
    stateNote: activity.fields.stateNote,
    admitted: integer('已录取', need),
    waiting: integer('候补', need),
    instanceId: text('流程', { max: 36 }),
    budgetSum: activity.fields.budgetSum,
    cost: activity.fields.cost,
    /** What the caller may do with it; only who proposed it changes it or takes it back. */
    abilities: shape(
      '可办理',
      { change: bool('修改', need), withdraw: bool('撤回', need), callOff: bool('取消', need), move: bool('改时间地点', need), costs: bool('结清经费', need) },
      need,
    ),
  },
})
/** Everything about a proposal on one sheet, for who decides. */
export const activityCard = action('activity.activity.card', '审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: {
    ...form,
    organiser: text('组织单位', { max: 60 }),
    organiserType: choice('组织者', ORGANISERS, need),
    applicant: text('申请人', { max: 64 }),
    venue: text('场地', { max: 60 }),
    colleges: text('学院', { max: 500 }),
    shares: groupShares,
    /** Of the society's fund now, without what this activity holds. */
    free: money('可用经费'),
    /** What lies above the table of the school. */
    above: list('超过标准', shape('超过标准', { amount: choice('项目', AMOUNTS, need), asked: decimal('申请', need), most: decimal('规定上限', need) }), need),
    /** Other activities at that place and time. */
    nearby: list('同时同地', shape('活动', { title: form.title, startAt: datetime('开始', need), endAt: datetime('结束', need) }), need),
  },
})
export const activityActions = [proposeActivity, changeActivity, withdrawActivity, callOffActivity, myOrganisers, ledActivities, activityCard]
