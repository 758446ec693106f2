import { action, bool, choice, datetime, entity, integer, list, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { todoItem, todoStatistics } from './todo.ts'

const need = { required: true } as const
/** How one sees a to-do of one's own: on top, or later. The to-do itself is closed by its source alone (60-CD2). */
export const dayMark = entity(
  'desk.dayMark',
  '待办标记',
  {
    userId: ref('user', '办理人', { ...need, immutable: true }),
    todoId: ref('todo', '待办', { ...need, immutable: true }),
    isPinned: bool('置顶', { ...need, initial: false }),
    snoozedUntil: datetime('推后到'),
    reason: text('原因', { max: 100 }),
  },
  { title: 'reason', scope: { user: 'userId' }, unique: [['todoId']], verbs: [] },
)
const marked = {
  ...todoItem,
  /** What ranks them: the severity, one for each hour overdue up to 24, and 20 if pinned (60-CD1). */
  rank: integer('次序', need),
  severity: integer('轻重', need),
  isPinned: bool('置顶', need),
  snoozedUntil: datetime('推后到'),
  reason: text('原因', { max: 100 }),
  /** The student whom it is about. */
  studentId: text('学生', { max: 36 }),
  studentName: text('姓名', { max: 100 }),
  /** The number to call, of students whom the caller reaches. */
  phone: student.fields.phone,
  /** Module of the row that it is about. */
  module: text('模块', { max: 40 }),
  /** Whose work it is, where the caller covers that person's classes (60-CD5). */
  coveredName: text('代谁', { max: 64 }),
  /** Marks are for one's own. */
  abilities: shape('可办理', { pin: bool('置顶', need), snooze: bool('推后', need), wake: bool('不再推后', need) }, need),
} as const
/** What the caller has to do, in the order in which it matters. */
export const readDay = action('desk.todo.day', '今日', {
  method: 'GET',
  access: 'signedIn',
  input: { isLater: bool('推后的') },
  output: {
    items: list('待办', shape('待办', marked, need), need),
    total: integer('件数', need),
    later: integer('推后的件数', need),
  },
})
export const EXPECTED = { lesson: '上课', activity: '活动', labour: '劳动', leave: '请假' } as const
/** 60-CD8: where a student is expected today, as far as modules know. */
export const readExpected = action('desk.todo.expected', '今天的课和活动', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    key: text('编号', { ...need, max: 100 }),
    kind: choice('类型', EXPECTED, need),
    name: text('名称', { ...need, max: 200 }),
    begin: datetime('开始', need),
    end: datetime('结束', need),
  },
})
/** 60-CD8: people within the reader's reach who have not handled what had to be done at once, of the kinds that the reader may list. */
export const readBehind = action('desk.todo.behind', '急事未办', {
  method: 'GET',
  permission: todoStatistics.permission,
  many: true,
  output: {
    userId: ref('user', '办理人', need),
    userName: text('姓名', { ...need, max: 64 }),
    departmentName: text('部门', { max: 100 }),
    now: integer('马上处理', need),
    since: datetime('最早到达', need),
  },
})
const id = ref('todo', '待办', need)
export const pinTodo = action('desk.todo.pin', '置顶', { access: 'signedIn', input: { id, isPinned: bool('置顶', need) }, output: 'none' })
export const snoozeTodo = action('desk.todo.snooze', '推后', {
  access: 'signedIn',
  input: { id, days: integer('几天', { ...need, min: 1, initial: 1 }), reason: text('原因', { ...need, min: 2, max: 100 }) },
  output: 'none',
  refusals: { now: '“{title}”要马上处理，不能推后', long: '最多推后 {most} 天' },
})
export const wakeTodo = action('desk.todo.wake', '不再推后', { access: 'signedIn', input: { id }, output: 'none' })
export const dayActions = [readDay, readExpected, readBehind, pinTodo, snoozeTodo, wakeTodo]
