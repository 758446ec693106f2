import { messagesOf, template } from '#model'

/** Neutral, and inside the app. */
export const DISCLOSURE_MESSAGES = messagesOf(
  'disclosure',
  {},
  { recorded: template('保密例外登记', 'important', '有一项新的登记，请查看', '请登录后查看。', {}, { channels: [], staysInside: true }) },
)
