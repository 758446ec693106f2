import { messagesOf, template } from '#model'

export const CLEARANCE_MESSAGES = messagesOf(
  'clearance',
  {},
  { opened: template('离校手续开放', 'important', '请办理离校手续，共 {n} 项', '{name} 的离校手续已开放，共 {n} 项，请逐项办结。', { name: '学生', n: '项数' }) },
)
