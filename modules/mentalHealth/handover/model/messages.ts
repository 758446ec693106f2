import { messagesOf, template } from '#model'

/** Neutral: neither topic nor level leaves the application. */
export const HANDOVER_MESSAGES = messagesOf('handover', {}, { begun: template('交接签收', 'todo', '你有一项新的工作，请登录查看', '请登录后在待办中查看。') })
