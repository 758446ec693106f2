import { messagesOf, template } from '#model'

const NEUTRAL = '你有一项需要处理的事，请登录查看'
/** Neutral texts: neither topic nor level, since they leave the application. */
export const ATTENTION_MESSAGES = messagesOf(
  'mentalHealth',
  {},
  {
    proposed: template('待确认事项', 'todo', NEUTRAL, '请登录后在待办中查看。'),
    overdue: template('时限提醒', 'todo', '你有一项工作已超过时限，请登录查看', '请登录后在待办中查看。'),
    called: template('紧急事项', 'urgent', '有一件事需要你马上处理', '有一件事需要你马上处理，请登录系统查看。', {}, { channels: ['webPush', 'wecom', 'sms'] }),
    assigned: template('指派事项', 'todo', '你有一项新的工作，请登录查看', '请登录后在待办中查看。'),
  },
)
