import { messagesOf, template } from '#model'

export const SURVEY_MESSAGES = messagesOf(
  'survey',
  { name: '问卷' },
  {
    remind: template('问卷提醒', 'todo', '请填写“{name}”', '“{name}”{endTime} 截止，你还没有填写。', { endTime: '截止' }),
    outcome: template('问卷结果反馈', 'info', '“{name}”有了结果', '感谢参与“{name}”。{outcome}', { outcome: '结果反馈' }),
  },
)
