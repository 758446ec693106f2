import { type CaseState, type Facts, SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, entity, files, integer, json, list, type Phrase, ref, states, text, type Wording } from '#model'

export const instanceStates = states({ ...SUBMITTED_STATES, suspended: { label: '已暂停', tone: 'attention' } })
export const INSTANCE_STATES = instanceStates.labels
export const TASK_STATES = { waiting: '等待', todo: '待办', delegated: '已委派', done: '已办', skipped: '已跳过', cancelled: '已取消' } as const
/** Actions as named in the record of a case. */
export const LOG_ACTIONS = {
  submit: '提交',
  resubmit: '重新提交',
  approve: '同意',
  reject: '驳回',
  return: '退回',
  transfer: '转办',
  delegate: '委派',
  answer: '给出意见',
  addSign: '加签',
  removeSign: '减签',
  takeBack: '取回',
  withdraw: '撤回',
  cc: '抄送',
  urge: '催办',
  comment: '沟通',
  suspend: '暂停',
  resume: '恢复',
  jump: '跳转',
  reassign: '改派',
  void: '作废',
  moved: '随岗位变动移交',
  handover: '交接',
  migrate: '迁移版本',
  timeout: '超时处理',
  autoApprove: '超时自动同意',
  autoReject: '超时自动驳回',
  cancel: '取消',
  passed: '自动通过',
  nobody: '没有审批人',
} as const

/** The submitted data: form, facts for conditions, and the form of the previous submission (10-W11). */
export interface FormSnapshot {
  form: Readonly<Record<string, unknown>>
  facts: Facts
  earlier?: Readonly<Record<string, unknown>>
  /** Title as a translatable phrase; `title` holds the Chinese text. */
  title?: Phrase
  /** One line for lists. */
  summary?: Wording | null
  batchId?: string | null
  /** Of a subflow: the row both cases are about. */
  rowId?: string
}
/** One application on its way. */
export const processInstance = entity(
  'workflow.processInstance',
  '流程实例',
  {
    defId: ref('processDef', '流程', { required: true }),
    defVersionId: ref('processVersion', '版本', { required: true }),
    processType: text('业务类型', { required: true, max: 40 }),
    bizType: text('业务', { required: true, max: 64 }),
    bizId: text('业务编号', { required: true, max: 64 }),
    applicantId: ref('user', '申请人', { required: true }),
    submittedBy: ref('user', '提交人'),
    studentId: ref('student', '学生'),
    title: text('标题', { required: true, max: 200, search: true }),
    applicantName: text('申请人姓名', { max: 60, search: true }),
    formSnapshot: json<FormSnapshot>('表单', { secret: 'internal' }),
    state: choice('状态', INSTANCE_STATES, { required: true, sortable: true }),
    /** Names of the current steps, for lists. */
    currentNodes: text('当前环节', { max: 300 }),
    waitsFor: text('等待', { max: 300 }),
    flow: json<CaseState>('进度', { secret: 'internal' }),
    startedAt: datetime('开始时间', { required: true, sortable: true }),
    endedAt: datetime('结束时间', { sortable: true }),
    durationWorkMin: integer('用时（工作分钟）', { sortable: true }),
  },
  {
    title: 'title',
    scope: { student: 'studentId', user: 'applicantId', department: 'applicantId.departmentId' },
    select: 'scoped',
    sort: ['-startedAt'],
    verbs: ['list', 'export'],
  },
)
export const processTask = entity(
  'workflow.processTask',
  '审批任务',
  {
    instanceId: ref('processInstance', '申请', { required: true }),
    /** Its number in the case. */
    no: integer('序号', { required: true }),
    nodeId: text('环节', { required: true, max: 60 }),
    nodeName: text('环节', { required: true, max: 60 }),
    round: integer('第几次', { required: true }),
    assigneeId: ref('user', '办理人', { required: true }),
    originalAssigneeId: ref('user', '原办理人'),
    roleSource: text('身份', { max: 60 }),
    mode: choice('方式', { all: '会签', any: '或签', sequence: '依次' }, { required: true }),
    order: integer('顺序', { required: true }),
    state: choice('状态', TASK_STATES, { required: true }),
    arrivedAt: datetime('到达时间', { required: true, sortable: true }),
    dueAt: datetime('期限', { sortable: true }),
    actedAt: datetime('办理时间', { sortable: true }),
    action: choice('结果', LOG_ACTIONS),
    actedBy: ref('user', '由谁办理'),
    opinion: text('意见', { max: 500 }),
    signature: files('签名', { maxFiles: 1, types: ['png'] }),
    urgedCount: integer('催办次数', { initial: 0 }),
    urgedAt: datetime('上次催办'),
    delegatedFrom: ref('user', '代谁办理'),
    remindedPercent: integer('已提醒到', { initial: 0, secret: 'internal' }),
    /** Working time from arrival to decision, stored for statistics. */
    workMin: integer('用时（工作分钟）'),
  },
  { title: 'nodeName', table: 'process_task', unique: [['instanceId', 'no']], scope: { user: 'assigneeId' }, select: 'scoped', sort: ['-arrivedAt'], verbs: [] },
)
/** Append-only. */
export const processLog = entity(
  'workflow.processLog',
  '审批记录',
  {
    instanceId: ref('processInstance', '申请', { required: true }),
    taskId: ref('processTask', '任务'),
    nodeId: text('环节', { max: 60 }),
    nodeName: text('环节', { max: 60 }),
    actorId: ref('user', '办理人'),
    onBehalfOf: ref('user', '代谁办理'),
    action: choice('动作', LOG_ACTIONS, { required: true }),
    from: text('从', { max: 60 }),
    to: text('到', { max: 200 }),
    opinion: text('意见', { max: 500 }),
    diff: json<Record<string, { from: unknown; to: unknown }>>('修改'),
    files: files('附件', { maxFiles: 5 }),
    /** Done by an administrator of the process: shown red. */
    isForced: bool('强制处理', { initial: false }),
    at: datetime('时间', { required: true, sortable: true }),
  },
  { title: 'action', scope: { user: 'actorId' }, select: 'scoped', sort: ['at'], verbs: [] },
)
export const processCc = entity(
  'workflow.processCc',
  '抄送',
  {
    instanceId: ref('processInstance', '申请', { required: true }),
    userId: ref('user', '抄送给', { required: true }),
    sentBy: ref('user', '由谁抄送'),
    nodeName: text('环节', { max: 60 }),
    sentAt: datetime('时间', { required: true, sortable: true }),
    readAt: datetime('阅读时间'),
  },
  { title: 'nodeName', unique: [['instanceId', 'userId']], scope: { user: 'userId' }, select: 'scoped', sort: ['-sentAt'], verbs: [] },
)
/** 10-W15: while I am away my deputy sees my tasks; no chains. */
export const delegation = entity(
  'workflow.delegation',
  '离岗委托',
  {
    userId: ref('user', '委托人', { required: true, readonly: true }),
    deputyId: ref('user', '代办人', { required: true }),
    from: date('开始', { required: true, sortable: true }),
    to: date('结束', { required: true, sortable: true }),
    processTypes: list('业务类型', text('业务类型', { required: true, max: 40 }), { help: '不选为全部' }),
    note: text('说明', { max: 200 }),
  },
  {
    title: 'note',
    scope: { user: 'userId', department: 'userId.departmentId' },
    select: 'scoped',
    cached: true,
    sort: ['-from'],
    softDelete: true,
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      self: '不能委托给自己',
      dates: '结束日期 {to} 早于开始日期 {from}',
      past: '结束日期 {to} 已经过去',
      chain: '{name} 在 {from} 至 {to} 已把自己的审批委托给别人，不能再代你办理',
      entrusted: '{from} 至 {to} {name} 的审批由你代办，不能再转给别人，请先结束那一条',
      overlap: '{from} 至 {to} 已经委托给 {name}，请先修改那一条',
      disabled: '{name} 的账号已停用，不能代办',
      student: '代办人须是教职工，{name} 是学生',
      notStaff: '{name} 不是办理审批的教职工，不能代办',
    },
  },
)
