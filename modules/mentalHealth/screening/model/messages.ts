import { messagesOf, template } from '#model'

/** Neutral: they also go out of the application, where others read along. */
export const SCREENING_MESSAGES = messagesOf(
  'mentalHealth',
  {},
  {
    remind: template('问卷提醒', 'todo', '你有一份问卷还没有填', '你有一份问卷还没有填，{endTime} 截止，参加与否由你决定。', { endTime: '截止' }),
    duty: template('值班提醒', 'urgent', '有一件事需要你马上处理', '有一件事需要你马上处理，请登录系统查看。', {}, { channels: ['webPush', 'wecom', 'sms'] }),
  },
)
