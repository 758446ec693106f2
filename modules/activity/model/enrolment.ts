import { action, bool, choice, datetime, decimal, entity, integer, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { activity, activityPhases, form, ORGANISERS } from './activity.ts'
import { SPLITS } from './split.ts'

export const enrolmentStates = states(
  {
    applied: { label: '待录取', tone: 'waiting' },
    admitted: { label: '已录取', tone: 'done' },
    waiting: { label: '候补', tone: 'waiting' },
    offered: { label: '待确认', tone: 'attention' },
    notAdmitted: { label: '未录取', tone: 'over' },
    expired: { label: '过期未确认', tone: 'over' },
    cancelled: { label: '已取消', tone: 'over' },
    present: { label: '已到场', tone: 'done' },
    late: { label: '迟到', tone: 'attention' },
    absent: { label: '缺勤', tone: 'refused' },
    excused: { label: '请假', tone: 'going' },
  },
  {
    cancel: ['applied', 'admitted', 'waiting', 'offered'],
    accept: ['offered'],
    drop: ['applied', 'admitted', 'waiting', 'offered'],
    choose: ['applied', 'notAdmitted'],
    mark: ['admitted', 'present', 'late', 'absent', 'excused'],
    object: ['absent'],
  },
)
/** What becomes of somebody with a seat. */
export const OUTCOMES = { present: '已到场', late: '迟到', absent: '缺勤', excused: '请假' } as const
export type Outcome = keyof typeof OUTCOMES
export const OBJECTIONS = { open: '待处理', granted: '成立', refused: '不成立' } as const
/** States of those who had a seat when it began. */
export const TOOK_SEATS = ['admitted', 'present', 'late', 'absent', 'excused'] as const
/** States that hold a seat. */
export const SEATED = ['admitted', 'offered'] as const
/** States in which somebody still counts on it. */
export const OPEN = ['applied', ...SEATED, 'waiting'] as const
const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

/** 活动报名: a student in an activity, in the order in which they came. */
export const activityEnrolment = entity(
  'activity.activityEnrolment',
  '活动报名',
  {
    activityId: ref('activity', '活动', { ...fixed, search: true }),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    /** As of the activity, so that its advisor and unit reach the row. */
    advisorId: ref('teacher', '指导教师', readonly),
    ownerDepartmentId: ref('department', '负责部门', readonly),
    ...{ departmentId: ref('department', '学院', readonly), classId: ref('stuClass', '班级', readonly) },
    /** The group whose seats they have or wait for, as it was when they enrolled. */
    splitKey: text('名额分组', { ...readonly, max: 36, secret: 'internal' }),
    seq: integer('报名顺序', { ...fixed, sortable: true }),
    state: enrolmentStates.field('状态', { initial: 'admitted', sortable: true }),
    enrolledAt: datetime('报名时间', { ...fixed, sortable: true }),
    offeredUntil: datetime('确认截止', readonly),
    /** Since when they have a seat. */
    admittedAt: datetime('录取时间', readonly),
    /** 60-AT4: the number drawn for, the place it was drawn at, and whether it counted half. */
    ...{ drawNo: integer('抽签号', readonly), drawRank: integer('抽签名次', readonly), drawHalf: bool('减半权重', { ...need, ...readonly, initial: false }) },
    cancelledAt: datetime('取消时间', readonly),
    note: text('原因', { ...readonly, max: 200, translatable: true }),
    signedAt: datetime('签到', readonly),
    outAt: datetime('签退', readonly),
    hours: decimal('所得时长', { ...readonly, precision: 5, scale: 1, help: '结项时记入成长台账' }),
    /** Who knows better than the sign-in: what they marked stays. */
    markedById: ref('user', '更正人', readonly),
    /** 60-AT10: time or place changed, and they have not said yet whether they still come. */
    isAsked: bool('待确认改期', { ...need, ...readonly, initial: false }),
    /** 60-AT14: who answered; not when, nor what. */
    hasRated: bool('已评价', { ...need, ...readonly, initial: false, secret: 'internal' }),
    objection: choice('申诉', OBJECTIONS, readonly),
    objectionReason: text('申诉理由', { ...readonly, max: 200 }),
    objectionReply: text('答复', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { ...BY_STUDENT, teacher: 'advisorId' },
    unique: [['activityId', 'studentId']],
    sort: ['-enrolledAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      notOpen: '“{title}”{phase}，报名时间是 {from} 至 {to}',
      audience: '“{title}”不面向你',
      members: '“{title}”只限“{society}”的成员报名',
      away: '{status}的学生不能报名',
      already: '你已报名“{title}”',
      full: '“{title}”的 {quota} 个名额已满，候补也已有 {waiting} 人',
      groupFull: '“{title}”给{group}的名额已满，候补也已有 {waiting} 人',
      clash: '“{title}”（{start}）和{what}（{from} 至 {to}）时间冲突',
      late: '“{title}”须在 {until} 前取消，现在已过',
      barred: '本学期缺勤 {count} 次（{titles}），到 {until} 为止不能报名先到先得的活动',
      tooEarly: '“{title}”{start} 才开始，还不能登记到场',
      serviceTime: '“{title}”是志愿服务，按实际服务时间记：请填写到场和离开时间，在 {from} 至 {to} 之间',
      objected: '“{title}”的缺勤已经申诉过',
      notSettled: '“{title}”还没有结项，有不符的请直接联系组织者',
      objectionOver: '“{title}”的缺勤到 {until} 为止可以申诉，现在已过',
      noObjection: '“{title}”的这个报名没有待处理的申诉',
      ownObjection: '自己的申诉要由别人处理',
      notAsked: '“{title}”没有要你重新确认的',
      movedAgain: '“{title}”又改了，现在是 {start}，请看过再确认',
      rated: '你已评价过“{title}”',
      rateEarly: '“{title}”{end} 才结束，之后可以评价',
      rateOver: '“{title}”到 {until} 为止可以评价，现在已过',
      rateAbsent: '到场的同学才能评价“{title}”',
      offerOver: '“{title}”的名额要在 {until} 前确认，现在已过',
    },
  },
)
export type ActivityEnrolment = Row<typeof activityEnrolment>
/** Of the activity and of the enrolment in it. */
export const refusals = { ...activity.options.refusals, ...activityEnrolment.options.refusals }
const id = ref('activityEnrolment', '活动报名', need)
const shown = {
  title: form.title,
  category: form.category,
  startAt: form.startAt,
  endAt: form.endAt,
  place: text('地点', { max: 200 }),
  online: form.online,
  cancelUntil: datetime('取消截止', need),
  hours: form.hours,
  points: form.points,
  labourHours: form.labourHours,
  organiser: text('组织单位', { max: 60 }),
} as const
/** 活动广场: what is open or to come and meant for the caller. */
export const activitySquare = action('activity.activityEnrolment.square', '活动广场', {
  method: 'GET',
  permission: 'activity:activityEnrolment:enrol',
  many: true,
  output: {
    id: ref('activity', '活动', need),
    ...shown,
    summary: form.summary,
    level: form.level,
    organiserType: choice('组织者', ORGANISERS, need),
    enrolFrom: form.enrolFrom,
    enrolTo: form.enrolTo,
    signRule: form.signRule,
    quota: form.quota,
    placesLeft: integer('空余'),
    waiting: integer('候补', need),
    waitlist: form.waitlist,
    isOpen: bool('正在报名', need),
    enrolWay: form.enrolWay,
    applied: integer('待抽签', need),
    /** Where seats are shared out: the caller's group, and the seats kept for it, or for none. */
    group: shape('名额分组', { by: choice('名额划分', SPLITS, need), name: text('组', { max: 60 }), seats: integer('名额', need), until: datetime('划分截止') }),
    mine: enrolmentStates.field('我的报名', { required: false, readonly: false }),
    position: integer('候补第几位'),
    clash: shape('时间冲突', { what: text('事项', { required: true, max: 200 }), from: datetime('开始', { required: true }) }),
    refusesClash: bool('冲突不能报名', need),
  },
})
export const enrolInActivity = action('activity.activityEnrolment.enrol', '报名', {
  input: { activityId: ref('activity', '活动', need), isClashKnown: bool('知道时间冲突，仍要报名', { initial: false }) },
  output: { state: choice('结果', enrolmentStates.labels, need), position: integer('候补第几位') },
  refusals,
})
const OWN = enrolInActivity.permission
export const cancelEnrolment = action('activity.activityEnrolment.cancel', '取消报名', { permission: OWN, input: { id }, output: 'none', refusals })
/** 60-AT6: takes the seat that was offered. */
export const acceptSeat = action('activity.activityEnrolment.accept', '确认参加', { permission: OWN, input: { id }, output: 'none', refusals })
export const dropEnrolment = action('activity.activityEnrolment.drop', '移出', {
  access: 'signedIn',
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  refusals,
})
export const myActivities = action('activity.activityEnrolment.mine', '我的活动', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    id,
    activityId: ref('activity', '活动', need),
    ...shown,
    phase: activityPhases.field('进度'),
    state: enrolmentStates.field('状态'),
    position: integer('候补第几位'),
    enrolWay: form.enrolWay,
    drawNo: activityEnrolment.fields.drawNo,
    offeredUntil: activityEnrolment.fields.offeredUntil,
    note: activityEnrolment.fields.note,
    mayCancel: bool('可以取消', need),
    isAsked: activityEnrolment.fields.isAsked,
    moves: activity.fields.moves,
    mayRate: bool('可以评价', need),
    mayObject: bool('可以申诉', need),
    objection: activityEnrolment.fields.objection,
    objectionReply: activityEnrolment.fields.objectionReply,
  },
})
export const enrolmentActions = [activitySquare, enrolInActivity, cancelEnrolment, acceptSeat, dropEnrolment, myActivities]
