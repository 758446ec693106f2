import { APPLICATION_STATES, type FlowGraph, flowSubject } from '#flow/index.ts'
import { action, bool, choice, date, entity, files, integer, json, ref, text } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { atEndField, roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'
import { quotaActions } from '#modules/workflow/rounds/model/round-quota.ts'

/** Test application for the flow engine: a request to leave for an errand. */
export const errand = entity(
  'errand.errand',
  '外出办事',
  {
    userId: ref('user', '申请人', { required: true }),
    studentId: ref('student', '学生'),
    place: text('地点', { required: true, max: 60 }),
    days: integer('天数', { required: true, min: 1, max: 365 }),
    kind: choice('事由', { sick: '看病', work: '办事' }, { required: true }),
    phone: text('电话', { max: 20, sensitivity: 'S1', mask: 'phone' }),
    illness: text('病情', { max: 200, sensitivity: 'S2' }),
    allowance: integer('核定补贴', { min: 0 }),
    internal: text('内部意见', { max: 200 }),
    checkerId: ref('user', '核对人'),
    until: date('等到'),
    proof: files('证明', { maxFiles: 2 }),
    state: choice('状态', { ...APPLICATION_STATES, publicised: '公示中' }, { required: true, initial: 'draft' }),
    log: text('经过', { max: 500 }),
  },
  { title: 'place', scope: { student: 'studentId', user: 'userId' }, sort: ['-createdAt'] },
)
/** Test batch of errands, for features common to all batches. */
export const errandRound = entity(
  'errand.errandRound',
  '外出办事批次',
  { ...roundFields, ...atEndField, ...noticeFields, ...conditionFields },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: roundRefusals,
  },
)
export const errandRoundActions = { ...roundActions(errandRound), ...quotaActions(errandRound), ...qualifyActions(errandRound) }
const initial: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '开始' },
    { id: 'fdy', type: 'approve', name: '辅导员审批', approvers: { by: 'relation', relation: 'fdy' }, multi: { kind: 'any' }, emptyPolicy: 'owner', samePolicy: 'ask' },
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'end' },
  ],
}
export const errandSubject = flowSubject({
  processType: 'errand',
  label: '外出办事',
  entity: errand,
  form: ['place', 'days', 'kind', 'phone', 'illness', 'allowance', 'internal', 'checkerId', 'until', 'proof'],
  facts: [{ name: 'daysThisTerm', label: '本学期累计天数', type: 'number', from: 'module' }],
  autos: { note: '登记' },
  initial: { code: 'errandDefault', name: '外出办事默认流程', graph: initial },
})
const { place, days, kind, phone, illness, checkerId, until, proof } = errand.fields
export const handIn = action('errand.errand.handIn', '申请', {
  access: 'signedIn',
  input: {
    place,
    days,
    kind,
    phone,
    illness,
    checkerId,
    until,
    proof,
    batchId: text('批次', { max: 36 }),
    chosen: json<Record<string, string[]>>('审批人', { untyped: 'steps are the names of its values' }),
  },
  output: { id: text('编号', { required: true }), instanceId: text('实例', { required: true }) },
})
export const handInAgain = action('errand.errand.handInAgain', '重新提交', {
  access: 'signedIn',
  input: { id: text('编号', { required: true }), days: integer('天数'), place: text('地点'), walkAgain: bool('从头') },
  output: { instanceId: text('实例', { required: true }) },
})
