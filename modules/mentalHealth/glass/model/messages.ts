import { messagesOf, template } from '#model'

/** Neutral, and inside the app. */
export const GLASS_MESSAGES = messagesOf(
  'glass',
  {},
  { broken: template('紧急查看提醒', 'urgent', '有一次紧急查看，请马上了解', '请登录后查看。', {}, { channels: [], staysInside: true }) },
)
