import { messagesOf, template } from '#model'

/** Neutral texts: neither topic nor name leaves the application. */
export const CRISIS_MESSAGES = messagesOf(
  'crisis',
  {},
  {
    asked: template('请你接手', 'urgent', '有一件事请你接手，请马上确认', '有一件事请你接手，请登录系统确认。', {}, { channels: ['webPush', 'wecom', 'sms'] }),
    lapsed: template('无人接手', 'urgent', '你请人接手的事没有人确认，仍由你负责', '请登录后另请一人。', {}, { channels: ['webPush', 'wecom', 'sms'] }),
    told: template('危机处置进展', 'todo', '你有一项需要处理的事，请登录查看', '请登录后在待办中查看。'),
  },
)
