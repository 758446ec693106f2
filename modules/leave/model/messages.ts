import { messagesOf, template } from '#model'

const about = { type: '类型', from: '开始', to: '结束', days: '天数' }

/** The flow sends messages about applications and decisions; these cover the rest of a leave. */
export const LEAVE_MESSAGES = messagesOf('leave', about, {
  teacher: template('学生请假告知任课教师', 'info', '{name} 请假：{course}', '{className} {name} 因请假缺{course}：{lessons}。', {
    name: '学生',
    className: '班级',
    course: '课程',
    lessons: '缺的课',
  }),
  teacherFreed: template('学生取消请假或提前返校', 'info', '{name} 可以上课：{course}', '{className} {name} 的请假有变，{course}照常上课：{lessons}。', {
    name: '学生',
    className: '班级',
    course: '课程',
    lessons: '恢复的课',
  }),
  starts: template('请假开始', 'info', '请假开始：{type} {days} 天', '{type}从 {from} 开始，请在 {to} 前返校销假。'),
  returnDue: template('请假将到期', 'important', '请假将到期，请按时返校销假', '{type}到 {to} 结束。返校后请销假；回不来请在结束前续假。'),
  overdue: template('请假逾期未销假', 'urgent', '{name} 请假逾期未销假', '{name} 的{type}应于 {to} 结束，还没有销假。', { name: '学生' }),
  overdueCase: template('请假逾期上报', 'urgent', '{name} 请假逾期 {late} 天', '{className} {name} 的{type}应于 {to} 结束，已逾期 {late} 天，请处理。{article}', {
    name: '学生',
    className: '班级',
    late: '逾期天数',
    article: '有关规定',
  }),
  termTotal: template('学期请假过多', 'important', '{name} 本学期请假已 {total} 天', '{name} 本学期请假共 {total} 天，超过教学日的限度 {limit} 天。', {
    name: '学生',
    total: '共请',
    limit: '限度',
  }),
  proofDue: template('请假证明逾期未交', 'todo', '{name} 的请假证明没有补交', '{name} 的{type}（{from} 至 {to}）承诺补交证明，期限 {date} 已过。', { name: '学生', date: '期限' }),
  recorded: template('代为登记请假', 'important', '老师为你登记了请假：{type} {days} 天', '{by} 为你登记了{type}，{from} 至 {to}。', { by: '登记人' }),
  cancelled: template('请假取消', 'info', '{name} 取消请假', '{name} 取消了{type}（{from} 至 {to}）：{reason}', { name: '学生', reason: '原因' }),
})
