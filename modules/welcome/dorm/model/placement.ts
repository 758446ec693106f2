import { action, bool, choice, date, datetime, entity, list, pickFields, ref, shape, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

/** Why somebody has the bed that others chose for them. */
export const PLACE_REASONS = {
  sameClass: '没有选床位，安排在本班同学住的房间',
  emptyRoom: '没有选床位，本班住的房间没有空床，安排到一间空房',
  anyRoom: '没有选床位，安排在还有空床的房间',
  left: '没有选床位，能安排的床位已满，由辅导员联系你',
  staff: '由老师安排',
} as const
export type PlaceReason = keyof typeof PLACE_REASONS
export const placementStates = states(
  { told: { label: '已告知', tone: 'done' }, objected: { label: '有异议', tone: 'attention' }, answered: { label: '已答复', tone: 'over' } },
  { object: ['told'], answer: ['objected'] },
)
const fixed = { required: true, readonly: true } as const
const need = { required: true } as const
/** 床位安排: a bed that was given, with its reason, and what the person says to it. */
export const dormPlacement = entity(
  'welcome.dormPlacement',
  '床位安排结果',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    bed: text('床位', { readonly: true, max: 200 }),
    reason: choice('原因', PLACE_REASONS, fixed),
    at: datetime('安排时间', { ...fixed, sortable: true }),
    objectUntil: datetime('异议截止', fixed),
    state: placementStates.field('状态', { initial: 'told' }),
    objection: text('异议', { readonly: true, max: 500 }),
    objectedAt: datetime('提出时间', { readonly: true }),
    answer: text('答复', { readonly: true, max: 500 }),
    answeredBy: ref('user', '答复人', { readonly: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-at'],
    verbs: ['list', 'export'],
    refusals: { none: '没有给你安排过床位，不用提异议', over: '{until} 前可以提异议，现在已经过了' },
  },
)
const { options } = dormPlacement
/** The caller's placement. */
export const myPlacement = action('welcome.dormPlacement.mine', '我的床位安排', {
  method: 'GET',
  realms: ['welcome'],
  permission: 'welcome:dormPlacement:object',
  output: {
    ...pickFields(dormPlacement.fields, ['bed', 'objection', 'answer']),
    reason: choice('原因', PLACE_REASONS),
    objectUntil: datetime('异议截止'),
    state: placementStates.field('状态', { initial: 'told' }),
    isOpen: bool('可以提异议', need),
  },
})
/** 30-WD: the caller's room once they have a bed: roommates who let themselves be seen, and what to bring. */
export const myRoom = action('welcome.dormPlacement.room', '我的寝室', {
  method: 'GET',
  realms: ['welcome'],
  permission: 'welcome:dormPlacement:object',
  output: {
    bed: text('床位', { max: 200 }),
    moveIn: date('入住日期'),
    bring: text('入住带什么', { max: 500 }),
    mates: list('室友', shape('室友', { alias: text('昵称', { ...need, max: 12 }), habits: text('作息和愿望', { max: 40 }) }), need),
  },
})
/** 30-WD7: within `claim.objectHours`, to the counsellor. */
export const objectToBed = action('welcome.dormPlacement.object', '提出异议', {
  realms: ['welcome'],
  input: { objection: text('异议', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  refusals: options.refusals ?? {},
})
export const answerObjection = action('welcome.dormPlacement.answer', '答复异议', {
  inScope: true,
  input: { id: ref('dormPlacement', '安排', need), answer: text('答复', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
})
