import { action, bool, choice, datetime, decimal, entity, files, integer, type Row, ref, states, statistics, text } from '#model'
import { fdyTask } from './fdy-task.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const RESULTS = { done: '已完成', notDone: '未能完成' } as const
export const answerStates = states(
  { waiting: { label: '未填报', tone: 'attention' }, done: { label: RESULTS.done, tone: 'done' }, notDone: { label: RESULTS.notDone, tone: 'refused' } },
  { answer: ['waiting', 'done', 'notDone'] },
)
/** 任务完成情况: one line for each person of a task, from its publication on. */
export const fdyTaskAnswer = entity(
  'counsellor.fdyTaskAnswer',
  '任务完成情况',
  {
    taskId: ref('fdyTask', '辅导员任务', fixed),
    userId: ref('user', '人员', { ...fixed, search: true }),
    departmentId: ref('department', '学院', readonly),
    state: answerStates.field('状态', { initial: 'waiting', sortable: true }),
    words: text('说明', { ...readonly, max: 500, multiline: true }),
    proof: files('材料', { ...readonly, maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf', 'docx', 'xlsx'] }),
    answeredAt: datetime('填报时间', { ...readonly, sortable: true }),
    remindedAt: datetime('上次提醒', readonly),
  },
  {
    title: 'taskId',
    scope: { user: 'userId', department: 'departmentId' },
    unique: [['taskId', 'userId']],
    sort: ['state', '-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { reason: '未能完成的，请说明原因', words: '“{name}”要写说明', files: '“{name}”要上传材料' },
  },
)
export type FdyTaskAnswer = Row<typeof fdyTaskAnswer>
const ANSWER = 'counsellor:fdyTaskAnswer:answer'
const { words, proof } = fdyTaskAnswer.fields
/** 完成任务: changed as long as the task takes answers. */
export const answerTask = action('counsellor.fdyTaskAnswer.answer', '填报完成情况', {
  input: {
    id: ref('fdyTaskAnswer', '任务完成情况', need),
    result: choice('完成情况', RESULTS, { ...need, initial: 'done' }),
    words: text('说明', { max: 500, multiline: true, help: '未能完成的，写明原因' }),
    proof: files('材料', { maxFiles: 5, types: ['jpg', 'jpeg', 'png', 'pdf', 'docx', 'xlsx'] }),
  },
  output: 'none',
  refusals: { ...fdyTask.options.refusals, ...fdyTaskAnswer.options.refusals },
})
export const myTasks = action('counsellor.fdyTaskAnswer.mine', '我的任务', {
  method: 'GET',
  permission: ANSWER,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: text('名称', { ...need, max: 100 }),
    content: fdyTask.fields.content,
    proofKind: fdyTask.fields.proofKind,
    weight: fdyTask.fields.weight,
    owner: text('布置的部门', { max: 120 }),
    endTime: datetime('截止', need),
    isOpen: bool('可填报', need),
    state: answerStates.field('状态', need),
    ...{ words, proof, answeredAt: datetime('填报时间') },
  },
})
const count = (label: string) => integer(label, need)
/** 任务统计: of the tasks that began in a span; the share counts each task by its weight. */
export const taskStatistics = statistics('counsellor.fdyTaskAnswer.statistics', '任务统计', {
  most: 4000,
  sums: { asked: count('应完成'), done: count('已完成'), notDone: count('未能完成'), lacking: count('未填报'), percent: decimal('完成率（按权重）', { precision: 5, scale: 1 }) },
  by: { byTask: '任务', byCollege: '学院', byPerson: '人员' },
})
export const answerActions = [answerTask, myTasks, taskStatistics, taskStatistics.sheet]
