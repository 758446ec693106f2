import { action, bool, choice, files, integer, json, list, ref, shape, text } from '#model'
import { INSTANCE_STATES } from './instance.ts'

/** Refusals common to all decisions. */
export const CASE_REFUSALS = {
  ended: '这份申请{state}，不能再{action}',
  suspended: '这份申请已暂停，恢复后才能办理',
  notTodo: '这一步已由 {name} 于 {time} 处理：{action}',
  notYet: '还没有轮到这一步，正在等 {name} 处理',
  notYours: '这一步不归你办理',
  opinion: '请填写意见',
  sign: '这一步须手写签名',
  fields: '请先填写：{fields}',
  field: '“{field}”在这一步不能修改',
  acted: '{name} 已于 {time} 处理，不能{action}',
  notPassed: '“{node}”还没有经过，不能退回到那里',
  receiver: '{name} {why}，不能接手',
  mention: '{name} 没有参与这份申请，不能在这里提到',
  tooManySigns: '加签最多 {most} 人',
  notWaiting: '{name} 已经处理，不能减签',
  nothingToTakeBack: '下一步已由 {name} 处理，不能取回',
  passedByOthers: '这一步因 {name} 同意已经通过，取回没有作用',
  urgedAlready: '{time} 刚催办过，{hours} 小时内不能再催',
  mayNot: '你不能{action}这份申请',
  button: '这一步不允许{action}',
  notReturned: '这份申请没有退回，不能重新提交',
  notSuspended: '这份申请没有暂停，不用恢复',
  unknownStep: '流程里没有“{node}”这个环节，或它不能这样用',
  running: '“{title}”已经在审批中，不用再提交',
  choose: '请为“{node}”选择审批人',
  effect: '没有办成：{why}',
  stuck: '流程在“{node}”无法继续：{why}',
} as const
const opinion = text('意见', { max: 500 })
const decided = { state: choice('状态', INSTANCE_STATES, { required: true }), nextStep: text('下一步', { max: 500 }) } as const
const taskId = text('任务', { required: true, max: 36 })
const instanceId = text('申请', { required: true, max: 36 })
const signature = files('签名', { maxFiles: 1, types: ['png'] })
/** Form fields edited at this step, by name (10-W9). */
const fields = json<Record<string, unknown>>('表单', { untyped: 'fields of the application are the names of its values' })
const chosen = json<Record<string, readonly string[]>>('选择的审批人', { untyped: 'steps are the names of its values' })
const receiver = ref('user', '接手人', { required: true })

export const approveTask = action('workflow.processTask.approve', '同意', {
  access: 'signedIn',
  input: { taskId, opinion, signature, fields, chosen },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const rejectTask = action('workflow.processTask.reject', '驳回', {
  access: 'signedIn',
  input: { taskId, opinion, signature, fields },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const returnTask = action('workflow.processTask.return', '退回', {
  access: 'signedIn',
  input: {
    taskId,
    opinion,
    to: text('退回到', { required: true, max: 60, help: 'applicant 为申请人' }),
    walkAgain: bool('重走中间各步', { help: '退回到审批环节时：不选为处理后直接回到这里' }),
  },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const transferTask = action('workflow.processTask.transfer', '转办', {
  access: 'signedIn',
  input: { taskId, opinion, userId: receiver },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const delegateTask = action('workflow.processTask.delegate', '委派', {
  access: 'signedIn',
  input: { taskId, opinion, userId: receiver },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const answerTask = action('workflow.processTask.answer', '给出意见', {
  access: 'signedIn',
  input: { taskId, opinion: text('意见', { required: true, max: 500 }) },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const addSign = action('workflow.processTask.addSign', '加签', {
  access: 'signedIn',
  input: {
    taskId,
    opinion,
    userIds: list('加签人', ref('user', '人', { required: true }), { required: true, min: 1, max: 10 }),
    as: choice('方式', { before: '在我之前', after: '在我之后', beside: '与我同时' }, { required: true }),
  },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const removeSign = action('workflow.processTask.removeSign', '减签', { access: 'signedIn', input: { taskId }, output: decided, refusals: CASE_REFUSALS })
export const takeBackTask = action('workflow.processTask.takeBack', '取回', { access: 'signedIn', input: { taskId }, output: decided, refusals: CASE_REFUSALS })
export const urgeCase = action('workflow.processInstance.urge', '催办', {
  access: 'signedIn',
  input: { instanceId },
  output: { told: integer('已催', { required: true }) },
  refusals: CASE_REFUSALS,
})
export const withdrawCase = action('workflow.processInstance.withdraw', '撤回', { access: 'signedIn', input: { instanceId, opinion }, output: decided, refusals: CASE_REFUSALS })
export const resubmitCase = action('workflow.processInstance.resubmit', '重新提交', {
  access: 'signedIn',
  input: { instanceId, opinion, walkAgain: bool('从头审批'), chosen },
  output: decided,
  refusals: CASE_REFUSALS,
})
export const ccCase = action('workflow.processInstance.cc', '抄送', {
  access: 'signedIn',
  input: { instanceId, userIds: list('抄送给', ref('user', '人', { required: true }), { required: true, min: 1, max: 50 }), opinion },
  output: { told: integer('已抄送', { required: true }) },
  refusals: { ...CASE_REFUSALS, mayNotRead: '{name} 没有查看敏感信息的权限，不能抄送' },
})
export const commentCase = action('workflow.processInstance.comment', '沟通', {
  output: 'none',
  access: 'signedIn',
  input: {
    instanceId,
    content: text('内容', { required: true, max: 500 }),
    mentions: list('提到', ref('user', '人', { required: true }), { max: 20 }),
    files: files('附件', { maxFiles: 5 }),
  },
  refusals: CASE_REFUSALS,
})
const reason = text('原因', { required: true, max: 500 })
/** Holders of the permission, within their scope, and the owners of the process. */
const forced = (verb: string) => ({ access: 'signedIn', permission: `workflow:processInstance:${verb}`, output: decided, refusals: CASE_REFUSALS }) as const
export const suspendCase = action('workflow.processInstance.suspend', '暂停', { ...forced('suspend'), input: { instanceId, reason } })
export const resumeCase = action('workflow.processInstance.resume', '恢复', { ...forced('suspend'), input: { instanceId, reason } })
export const jumpCase = action('workflow.processInstance.jump', '跳转', { ...forced('jump'), input: { instanceId, reason, to: text('跳转到', { required: true, max: 60 }) } })
export const reassignTask = action('workflow.processInstance.reassign', '改派', { ...forced('reassign'), input: { instanceId, taskId, reason, userId: receiver } })
export const voidCase = action('workflow.processInstance.void', '作废', { ...forced('void'), input: { instanceId, reason } })

const judged = {
  taskId: text('任务', { required: true, max: 36 }),
  title: text('标题', { required: true, max: 200 }),
  applicantName: text('申请人', { max: 60 }),
  ok: bool('成功', { required: true }),
  /** Why it was refused; absent on success. */
  reason: text('原因', { max: 500 }),
  nextStep: text('下一步', { max: 500 }),
} as const
const many = {
  taskIds: list('任务', text('任务', { required: true, max: 36 }), { required: true, min: 1, max: 500 }),
  action: choice('动作', { approve: '同意', reject: '驳回', return: '退回修改' }, { required: true }),
  opinion,
}
/** Preview of a batch decision. */
export const previewMany = action('workflow.processTask.previewMany', '批量审批预览', { access: 'signedIn', input: many, many: true, output: judged })
/** Each task is judged alone; a refusal does not hold back the others. */
export const decideMany = action('workflow.processTask.decideMany', '批量审批', {
  access: 'signedIn',
  isWhole: false,
  input: many,
  output: { results: list('结果', shape('结果', judged), { required: true }), done: integer('已处理', { required: true }), refused: integer('未处理', { required: true }) },
})

/** My own quick phrases, in my order. */
export const myPhrases = action('workflow.processTask.phrases', '常用语', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { text: text('常用语', { required: true, max: 200 }) },
})
export const savePhrases = action('workflow.processTask.savePhrases', '保存常用语', {
  output: 'none',
  access: 'signedIn',
  input: { phrases: list('常用语', text('常用语', { required: true, max: 200 }), { required: true, max: 20 }) },
})
/** Colleagues to transfer to, consult or copy in: staff by name or number. */
export const colleagues = action('workflow.processTask.colleagues', '选择同事', {
  method: 'GET',
  access: 'signedIn',
  input: { keyword: text('关键字', { max: 60 }), size: integer('每页', { min: 1, max: 50 }) },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    value: text('编号', { required: true, max: 36 }),
    label: text('姓名', { required: true, max: 60 }),
    place: text('单位', { max: 120 }),
  },
})
export const decideActions = [
  approveTask,
  rejectTask,
  returnTask,
  transferTask,
  delegateTask,
  answerTask,
  addSign,
  removeSign,
  takeBackTask,
  urgeCase,
  withdrawCase,
  resubmitCase,
  ccCase,
  commentCase,
  suspendCase,
  resumeCase,
  jumpCase,
  reassignTask,
  voidCase,
  previewMany,
  decideMany,
  myPhrases,
  savePhrases,
  colleagues,
]
