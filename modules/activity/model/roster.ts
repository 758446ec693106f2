import { action, bool, choice, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { activity, activityPhases, form } from './activity.ts'
import { activityEnrolment, enrolmentStates, OUTCOMES, refusals } from './enrolment.ts'
import { groupShare } from './split.ts'

const need = { required: true } as const
const id = ref('activityEnrolment', '活动报名', need)
/** 60-AT12: of volunteer service, when somebody came and left. */
export const served = { cameAt: datetime('到场时间', { help: '志愿服务要填，按实际服务时间记' }), leftAt: datetime('离开时间') } as const
/** 60-AT7: what the organiser knows better than the sign-in, until the activity is settled. */
export const markAttendance = action('activity.activityEnrolment.mark', '登记到场', {
  access: 'signedIn',
  input: { id, outcome: choice('结果', OUTCOMES, need), ...served, reason: text('原因', { ...need, min: 2, max: 200, help: '例如手机没电，现场点名' }) },
  output: 'none',
  refusals,
})
/** Where the organiser chooses: these have a seat. */
export const chooseApplicants = action('activity.activityEnrolment.choose', '选定', {
  access: 'signedIn',
  input: { activityId: ref('activity', '活动', need), ids: list('报名', id, { ...need, max: 500 }) },
  output: { admitted: integer('录取', need) },
  refusals: { ...refusals, ...activity.options.refusals },
})
/** Nobody else is chosen: who still waits is told. */
export const closeChoice = action('activity.activityEnrolment.closeChoice', '录取结束', {
  access: 'signedIn',
  input: { activityId: ref('activity', '活动', need) },
  output: { notAdmitted: integer('未录取', need) },
  refusals: { ...refusals, ...activity.options.refusals },
})
/** 60-AT8: hours and points of everybody who came go to the growth ledger. */
export const settleActivity = action('activity.activity.settle', '结项', {
  access: 'signedIn',
  input: { id: ref('activity', '活动', need) },
  output: { people: integer('有时长或积分的', need), hours: decimal('时长', need) },
  refusals,
})
/** What settling would post. */
export const settlePreview = action('activity.activity.settlePreview', '结项预览', {
  method: 'GET',
  access: 'signedIn',
  input: { id: ref('activity', '活动', need) },
  output: {
    present: integer('已到场', need),
    late: integer('迟到', need),
    absent: integer('缺勤', need),
    excused: integer('请假', need),
    hours: decimal('时长', need),
    points: decimal('积分', need),
  },
  refusals,
})
/** Who takes part, for whoever runs the activity. */
export const activityRoster = action('activity.activityEnrolment.roster', '报名名单', {
  method: 'GET',
  access: 'signedIn',
  input: { activityId: ref('activity', '活动', need) },
  output: {
    title: form.title,
    startAt: form.startAt,
    phase: activityPhases.field('进度'),
    /** Of the code that is shown at the entrance. */
    occurrenceId: text('签到场次', { max: 36 }),
    quota: form.quota,
    admitted: integer('已录取', need),
    ...{ enrolWay: form.enrolWay, canDraw: bool('可以抽签', need), canClose: bool('可以结束录取', need) },
    /** Where seats are shared out; the last is whoever is in none of the groups. */
    groups: list('各组名额', shape('一组', { ...groupShare, held: integer('已占名额', need), waiting: integer('候补', need), applied: integer('待录取', need) }), need),
    people: list(
      '名单',
      shape('报名', {
        id,
        seq: integer('报名顺序', need),
        groupKey: text('名额分组', { max: 36 }),
        name: text('姓名', { ...need, max: 64, clear: 'participants, told to the organiser' }),
        className: text('班级', { max: 60 }),
        state: enrolmentStates.field('状态'),
        enrolledAt: datetime('报名时间', need),
        signedAt: activityEnrolment.fields.signedAt,
        outAt: activityEnrolment.fields.outAt,
        hours: activityEnrolment.fields.hours,
        isAsked: activityEnrolment.fields.isAsked,
        objectionReason: activityEnrolment.fields.objectionReason,
        /** Until it begins people are taken off, from then on it is said whether they were there. */
        abilities: shape('可办理', { choose: bool('录取', need), drop: bool('移出', need), mark: bool('登记', need), decide: bool('处理申诉', need) }, need),
      }),
      need,
    ),
  },
  refusals,
})
export const rosterActions = [chooseApplicants, closeChoice, markAttendance, settleActivity, settlePreview, activityRoster]
