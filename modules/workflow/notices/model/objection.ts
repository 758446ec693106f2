import { action, bool, choice, date, datetime, entity, files, list, ref, shape, states, text } from '#model'

import { HANDLERS } from './notice.ts'

export const objectionStates = states({
  open: { label: '待处理', tone: 'going' },
  upheld: { label: '异议成立', tone: 'done' },
  dismissed: { label: '异议不成立', tone: 'over' },
  withdrawn: { label: '已撤回', tone: 'over' },
})
const grounds = text('理由', { required: true, min: 10, max: 1000, multiline: true, help: '写明哪一项与事实不符、依据是什么' })
const contact = text('联系方式', { max: 60, help: '处理人需要核实时联系你；公示对象和其他人看不到' })
const evidence = files('证明材料', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf', 'docx'] })
const RAISE = 'workflow:objection:raise'
const realms = ['welcome', 'exam'] as const

/** The objector is stored in secret fields: lists never contain them, only the hearing shows them to its handlers (40-N3). */
export const objection = entity(
  'workflow.objection',
  '异议',
  {
    noticeId: ref('publicNotice', '公示', { required: true, readonly: true }),
    lineId: ref('publicNoticeLine', '公示对象', { required: true, readonly: true }),
    claimantId: ref('user', '异议人', { readonly: true, secret: true }),
    contact: text('联系方式', { readonly: true, secret: true, max: 60 }),
    files: files('证明材料', { readonly: true, secret: true, maxFiles: 5 }),
    grounds: text('理由', { required: true, readonly: true, max: 1000, multiline: true }),
    raisedAt: datetime('提出时间', { required: true, readonly: true, sortable: true }),
    dueOn: date('答复期限', { required: true, readonly: true, sortable: true }),
    handlerRole: choice('由谁处理', HANDLERS, { required: true, readonly: true }),
    /** College whose managers decide it; empty where the office does, so that a college reads only its own. */
    departmentId: ref('department', '处理学院', { readonly: true }),
    handlerId: ref('user', '处理人', { readonly: true }),
    answer: text('答复', { readonly: true, max: 500, multiline: true }),
    decidedAt: datetime('答复时间', { readonly: true }),
    state: objectionStates.field('状态', { initial: 'open' }),
    noticeTitle: text('公示名称', { computed: true, max: 120 }),
    target: text('公示对象', { computed: true, max: 200 }),
  },
  { title: 'grounds', scope: { department: 'departmentId' }, select: 'scoped', sort: ['dueOn'], verbs: ['list'] },
)
export const raiseObjection = action('workflow.objection.raise', '提出异议', {
  realms,
  input: { lineId: ref('publicNoticeLine', '公示对象', { required: true }), grounds, files: evidence, contact },
  output: { id: text('编号', { required: true, max: 36 }), dueOn: date('答复期限', { required: true }) },
  refusals: {
    notRunning: '“{title}”的公示期是 {beginAt} 至 {endAt}，现在不受理异议',
    twice: '你对{target}已有一份异议在处理，提出于 {raisedAt}',
    settled: '{target}{state}，不再受理异议',
  },
})
export const withdrawObjection = action('workflow.objection.withdraw', '撤回异议', {
  output: 'none',
  permission: RAISE,
  realms,
  input: { id: ref('objection', '异议', { required: true }) },
  refusals: { settled: '这份异议{state}，不能撤回' },
})
export const myObjections = action('workflow.objection.mine', '我的异议', {
  permission: RAISE,
  realms,
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    noticeTitle: text('公示', { required: true, max: 120 }),
    target: text('公示对象', { required: true, max: 200 }),
    grounds: text('理由', { required: true, max: 1000 }),
    raisedAt: datetime('提出时间', { required: true }),
    dueOn: date('答复期限', { required: true }),
    state: objectionStates.field('状态'),
    answer: text('答复', { max: 500 }),
    decidedAt: datetime('答复时间'),
  },
})
const DECIDE = 'workflow:objection:decide'
/** The hearing of one objection, for those who decide it. */
export const objectionHearing = action('workflow.objection.hearing', '异议听取', {
  permission: DECIDE,
  method: 'GET',
  input: { id: ref('objection', '异议', { required: true }) },
  output: {
    id: text('编号', { required: true, max: 36 }),
    noticeTitle: text('公示', { required: true, max: 120 }),
    target: list('公示对象', shape('项', { label: text('列', { required: true, max: 40 }), value: text('值', { max: 200 }) }), { required: true }),
    claimant: text('异议人', { max: 120 }),
    contact: text('联系方式', { max: 60 }),
    grounds: text('理由', { required: true, max: 1000 }),
    files: list('证明材料', text('文件', { max: 36 }), { required: true }),
    raisedAt: datetime('提出时间', { required: true }),
    dueOn: date('答复期限', { required: true }),
    state: objectionStates.field('状态'),
    answer: text('答复', { max: 500 }),
    handler: text('处理人', { max: 64 }),
    canDecide: bool('可以答复', { required: true }),
  },
  refusals: { notHandler: '这份异议由{role}处理，只有处理人能看到异议人' },
})
/** What the caller is to answer, without the objectors: for handlers who do not see the notices and objections of the school. */
export const objectionsToHear = action('workflow.objection.toHear', '待答复的异议', {
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    noticeTitle: text('公示', { required: true, max: 120 }),
    target: text('公示对象', { required: true, max: 200 }),
    raisedAt: datetime('提出时间', { required: true }),
    dueOn: date('答复期限', { required: true }),
    state: objectionStates.field('状态'),
  },
})
export const decideObjection = action('workflow.objection.decide', '答复异议', {
  inScope: true,
  input: {
    id: ref('objection', '异议', { required: true }),
    upheld: bool('异议成立', { required: true }),
    answer: text('答复', { required: true, min: 5, max: 500, multiline: true, help: '异议人会看到；不要写出异议人是谁' }),
  },
  output: { movedUp: list('递补', text('编号', { max: 36 }), { required: true }) },
  refusals: {
    notHandler: '这份异议由{role}处理，只有处理人能答复',
    own: '自己提出的异议不能由自己答复',
    settled: '这份异议已由{by}于 {at} 答复：{state}',
    withdrawn: '异议人已撤回这份异议，不用再答复',
  },
})
export const objectionActions = [raiseObjection, withdrawObjection, myObjections, objectionHearing, objectionsToHear, decideObjection]
