import type { FlowButton, FlowGraph } from '#flow/index.ts'
import { action, bool, choice, datetime, integer, json, list, shape, text } from '#model'
import { INSTANCE_STATES, LOG_ACTIONS, TASK_STATES } from './instance.ts'

const person = {
  id: text('编号', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 60 }),
  role: text('身份', { max: 60 }),
  photo: text('照片', { max: 36 }),
} as const
const taskView = {
  id: text('编号', { required: true, max: 36 }),
  no: integer('序号', { required: true }),
  node: text('环节', { required: true, max: 60 }),
  nodeName: text('环节', { required: true, max: 60 }),
  round: integer('第几次', { required: true }),
  person: shape('办理人', person, { required: true }),
  /** 李 代 王. */
  actedByName: text('由谁办理', { max: 60 }),
  mode: choice('方式', { all: '会签', any: '或签', sequence: '依次' }, { required: true }),
  addedAs: choice('加签', { before: '前加签', after: '后加签', beside: '并加签', delegate: '委派' }),
  state: choice('状态', TASK_STATES, { required: true }),
  action: choice('结果', LOG_ACTIONS),
  opinion: text('意见', { max: 500 }),
  signature: text('签名', { max: 36 }),
  arrivedAt: datetime('到达时间', { required: true }),
  actedAt: datetime('办理时间'),
  dueAt: datetime('期限'),
  waitedMin: integer('已等（工作分钟）'),
  urgedCount: integer('催办次数', { required: true }),
} as const
const logView = {
  id: text('编号', { required: true, max: 36 }),
  nodeName: text('环节', { max: 60 }),
  actorName: text('办理人', { max: 60 }),
  onBehalfOfName: text('代谁办理', { max: 60 }),
  action: choice('动作', LOG_ACTIONS, { required: true }),
  from: text('从', { max: 60 }),
  to: text('到', { max: 200 }),
  opinion: text('意见', { max: 500 }),
  diff: list('修改', shape('修改', { label: text('字段', { required: true, max: 60 }), from: text('原来', { max: 1000 }), to: text('现在', { max: 1000 }) }), { required: true }),
  isForced: bool('强制处理', { required: true }),
  /** Attached to a comment. */
  files: list('附件', shape('附件', { id: text('编号', { required: true, max: 36 }), name: text('名称', { required: true, max: 255 }) })),
  at: datetime('时间', { required: true }),
} as const
/** Actions available to the reader; checked again by the server when performed. */
export type CaseVerb = 'approve' | 'answer' | FlowButton | 'withdraw' | 'takeBack' | 'urge' | 'comment' | 'resubmit' | 'suspend' | 'resume' | 'jump' | 'reassign' | 'void'

/** The case page in one response; by case id or by its business row. */
export const caseOf = action('workflow.processInstance.case', '申请详情', {
  method: 'GET',
  access: 'signedIn',
  input: { id: text('编号', { max: 36 }), bizType: text('业务', { max: 64 }), bizId: text('业务编号', { max: 64 }) },
  output: {
    id: text('编号', { required: true, max: 36 }),
    version: integer('修改次数', { required: true }),
    processType: text('业务类型', { required: true, max: 40 }),
    processTypeName: text('业务类型', { required: true, max: 60 }),
    bizType: text('业务', { required: true, max: 64 }),
    bizId: text('业务编号', { required: true, max: 64 }),
    /** Module that declares the row's entity, whose declaration the page fetches to draw its inputs. */
    module: text('模块', { max: 40 }),
    /** Where the applicant edits the row. */
    link: text('地址', { max: 500 }),
    mobileLink: text('手机地址', { max: 500 }),
    title: text('标题', { required: true, max: 200 }),
    defName: text('流程', { required: true, max: 60 }),
    defNo: integer('版本', { required: true }),
    state: choice('状态', INSTANCE_STATES, { required: true }),
    startedAt: datetime('开始时间', { required: true }),
    endedAt: datetime('结束时间'),
    applicant: shape('申请人', { ...person, studentId: text('学生', { max: 36 }), accountNo: text('学号', { max: 32 }), place: text('单位', { max: 120 }) }, { required: true }),
    submittedByName: text('提交人', { max: 60 }),
    /** The next step, in a sentence. */
    nextStep: text('下一步', { max: 500 }),
    /** Form fields visible to the reader, with permission and formatted value. */
    form: list(
      '表单',
      shape('字段', {
        name: text('名称', { required: true, max: 60 }),
        label: text('标签', { required: true, max: 60 }),
        perm: choice('权限', { read: '只读', edit: '可编辑', required: '必填' }, { required: true }),
        value: json('值', { untyped: 'of any kind of field; the case masks it as its entity says' }),
        text: text('显示', { max: 4000 }),
        /** Shown by the module's card. */
        isInCard: bool('在卡片里', { required: true }),
        /** Previous value, if changed since the last submission (10-W11). */
        was: text('原来', { max: 4000 }),
      }),
      { required: true },
    ),
    tasks: list('办理', shape('办理', taskView), { required: true }),
    logs: list('记录', shape('记录', logView), { required: true }),
    cc: list('抄送', shape('抄送', { name: text('姓名', { required: true, max: 60 }), sentAt: datetime('时间', { required: true }), readAt: datetime('阅读时间') }), {
      required: true,
    }),
    graph: json<FlowGraph>('流程图', { required: true, untyped: 'a graph of nodes of several kinds, checked by the model of the flow' }),
    /** Step → state; steps not reached are absent. */
    standing: json<Record<string, 'passed' | 'current' | 'returned'>>('进度', { required: true, untyped: 'steps are the names of its values' }),
    /** Remaining steps with approvers and usual duration. */
    ahead: list(
      '接下来',
      shape('环节', {
        node: text('环节', { required: true, max: 60 }),
        name: text('名称', { required: true, max: 60 }),
        people: text('人员', { max: 300 }),
        why: text('原因', { max: 500 }),
        usualMin: integer('通常用时（分钟）'),
      }),
      { required: true },
    ),
    /** The reader's own open task, if any. */
    mine: shape('我的办理', {
      taskId: text('编号', { required: true, max: 36 }),
      kind: choice('要做什么', { decide: '审批', opinion: '给出意见', handle: '办理' }, { required: true }),
      onBehalfOfName: text('代谁办理', { max: 60 }),
      needOpinion: choice('意见', { never: '可不填', negative: '驳回和退回时必填', always: '必填' }, { required: true }),
      needSign: bool('须签名', { required: true }),
      dueAt: datetime('期限'),
      phrases: list('常用语', text('常用语', { required: true, max: 200 }), { required: true }),
      /** Steps it may be returned to. */
      returnTo: list('可退回到', shape('环节', { node: text('环节', { required: true, max: 60 }), name: text('名称', { required: true, max: 60 }) }), { required: true }),
      /** Later steps whose approvers the reader chooses. */
      choose: list(
        '选择审批人',
        shape('环节', {
          node: text('环节', { required: true, max: 60 }),
          name: text('名称', { required: true, max: 60 }),
          people: list('可选', shape('人', person), { required: true }),
        }),
        { required: true },
      ),
      /** Added co-signers who have not answered. */
      added: list('已加签', shape('任务', { taskId: text('编号', { required: true, max: 36 }), name: text('姓名', { required: true, max: 60 }) }), { required: true }),
    }),
    can: list('可以做的', text('动作', { required: true, max: 20 }), { required: true }),
    /** Why withdrawing, taking back or reminding is not possible now. */
    cannot: json<Record<string, string>>('不能做的原因', { required: true, untyped: 'verbs are the names of its values' }),
  },
  refusals: { which: '请指明是哪一份申请' },
})
