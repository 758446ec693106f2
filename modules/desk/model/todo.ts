import { action, bool, choice, date, datetime, entity, integer, json, type Phrase, paged, pageInput, ref, text, type Wording } from '#model'

const TODO_KINDS = { approval: '审批', task: '任务', reminder: '提醒' } as const
const TODO_PRIORITIES = { low: '低', normal: '普通', high: '高', urgent: '紧急' } as const
const TODO_STATES = { open: '待办', done: '已办', transferred: '已转出', cancelled: '已取消' } as const
/** Parts of title and summary that are translated when read. */
export interface TodoWording {
  title?: Phrase
  summary?: Wording
}
/** Maps the kernel's todo table (opened and closed by `#server/todos.ts`) for reading. */
export const todo = entity(
  'desk.todo',
  '待办',
  {
    userId: ref('user', '办理人', { required: true }),
    kind: choice('性质', TODO_KINDS, { required: true }),
    title: text('事项', { required: true, max: 200, search: true }),
    bizType: text('类型', { required: true, max: 64 }),
    bizId: text('业务编号', { required: true, max: 64 }),
    node: text('环节', { max: 60 }),
    link: text('地址', { required: true, max: 500 }),
    mobileLink: text('手机地址', { max: 500 }),
    arrivedAt: datetime('到达时间', { sortable: true }),
    dueAt: datetime('截止时间', { sortable: true }),
    priority: choice('优先级', TODO_PRIORITIES, { initial: 'normal' }),
    state: choice('状态', TODO_STATES, { initial: 'open' }),
    doneAt: datetime('办结时间', { sortable: true }),
    doneBy: ref('user', '由谁办结'),
    result: text('结果', { max: 100 }),
    applicantName: text('申请人', { max: 60, search: true }),
    summary: text('摘要', { max: 500, search: true }),
    wording: json<TodoWording>('措辞', { secret: 'internal' }),
  },
  { title: 'title', scope: { user: 'userId', department: 'userId.departmentId' }, select: 'scoped', sort: ['-arrivedAt'], verbs: ['list', 'export'] },
)

/** Filters of the user's todos, shared by count and list. */
const chosen = {
  tab: choice('页签', { open: '待办', done: '已办' }),
  kind: choice('性质', TODO_KINDS),
  /** Leaves out a kind that is shown by itself. */
  without: choice('不含', TODO_KINDS),
  bizType: text('类型', { max: 64 }),
  keyword: text('关键字', { max: 60 }),
  applicantName: text('申请人', { max: 60 }),
  arrivedFrom: date('到达自'),
  arrivedTo: date('到达至'),
  due: choice('期限', { overdue: '已逾期', today: '今天截止', week: '7 天内截止', none: '没有期限' }),
  /** Closed more than two years ago; a keyword search includes them. */
  archived: bool('两年以前'),
} as const
export const todoItem = {
  id: text('编号', { required: true, max: 36 }),
  title: text('事项', { required: true, max: 200 }),
  kind: choice('性质', TODO_KINDS, { required: true }),
  bizType: text('类型', { required: true, max: 64 }),
  bizTypeName: text('类型名称', { required: true, max: 100 }),
  bizId: text('业务编号', { required: true, max: 64 }),
  node: text('环节', { max: 60 }),
  link: text('地址', { required: true, max: 500 }),
  mobileLink: text('手机地址', { max: 500 }),
  arrivedAt: datetime('到达时间', { required: true }),
  dueAt: datetime('截止时间'),
  isOverdue: bool('已逾期', { required: true }),
  priority: choice('优先级', TODO_PRIORITIES, { required: true }),
  /** What `sort: 'urgency'` orders by: the severity, and the hours overdue up to 24. */
  urgency: integer('紧急程度', { required: true }),
  state: choice('状态', TODO_STATES, { required: true }),
  doneAt: datetime('办结时间'),
  doneByName: text('由谁办结', { max: 60 }),
  result: text('结果', { max: 100 }),
  applicantName: text('申请人', { max: 60 }),
  /** Class of the student whom it is about. */
  className: text('班级', { max: 60 }),
  summary: text('摘要', { max: 500 }),
} as const

export const todoCount = action('desk.todo.count', '待办数', { method: 'GET', access: 'signedIn', input: chosen, output: integer('待办数', { required: true }) })
export const myTodos = action('desk.todo.mine', '我的待办', {
  method: 'GET',
  access: 'signedIn',
  input: {
    ...chosen,
    sort: choice('排序', { arrived: '先到达的在前', due: '先截止的在前', newest: '新到达的在前', urgency: '最紧急的在前' }),
    ...pageInput,
  },
  output: paged('待办', todoItem),
})
/** The user's kinds of todos with counts, for the filter and for alike todos drawn as one. */
export const todoTypes = action('desk.todo.types', '待办类型', {
  method: 'GET',
  access: 'signedIn',
  input: { tab: chosen.tab, kind: chosen.kind },
  many: true,
  output: {
    bizType: text('类型', { required: true, max: 64 }),
    name: text('名称', { required: true, max: 100 }),
    count: integer('件数', { required: true }),
    overdue: integer('已逾期', { required: true }),
    oldestAt: datetime('最早到达', { required: true }),
    /** Page on which they are handled together. */
    link: text('地址', { max: 500 }),
  },
})
/** State of a matter: where to handle it, or who has handled it. By the todo's id, or by its row. */
export const todoStanding = action('desk.todo.standing', '事项状态', {
  method: 'GET',
  access: 'signedIn',
  input: { id: text('编号', { max: 36 }), bizType: text('类型', { max: 64 }), bizId: text('业务编号', { max: 64 }) },
  output: todoItem,
  refusals: { which: '请指明是哪一件事项' },
})

const load = {
  userId: ref('user', '办理人'),
  userName: text('办理人', { max: 60 }),
  departmentId: ref('department', '部门'),
  departmentName: text('部门', { max: 100 }),
  open: integer('待办', { required: true }),
  overdue: integer('已逾期', { required: true }),
  dueToday: integer('今天截止', { required: true }),
  oldest: datetime('最早到达'),
} as const
const by = choice('按', { person: '按人', department: '按部门' }, { required: true })
export const todoStatistics = action('desk.todo.statistics', '待办统计', { method: 'GET', input: { by, bizType: chosen.bizType }, many: true, output: load })
export const exportStatistics = action('desk.todo.exportStatistics', '导出待办统计', {
  output: 'file',
  method: 'GET',
  input: { by, bizType: chosen.bizType },
  permission: 'desk:todo:statistics',
  refusals: { empty: '没有可导出的数据！' },
})
export const todoActions = [todoCount, myTodos, todoTypes, todoStanding, todoStatistics, exportStatistics]
