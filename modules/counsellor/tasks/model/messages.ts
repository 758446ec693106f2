import { messagesOf, template } from '#model'

export const TASK_MESSAGES = messagesOf(
  'fdyTask',
  { name: '任务', endTime: '截止' },
  {
    asked: template('辅导员任务', 'todo', '新任务：{name}', '“{name}”请在 {endTime} 前完成并填报。'),
    remind: template('辅导员任务提醒', 'todo', '任务“{name}”快到期了', '“{name}”{endTime} 截止，你还没有填报。'),
  },
)
