import { messagesOf, template } from '#model'

export const CQA_MESSAGES = messagesOf(
  'cqa',
  { scheme: '方案', name: '学生' },
  {
    returned: template('测评退回', 'todo', '{name}的测评退回', '{scheme}：{name}的测评表已退回，原因：{reason}', { reason: '原因' }),
    changed: template('测评评分改动', 'important', '你的测评评分有改动', '{scheme}：{name}，你的“{index}”由 {from} 改为 {to}，原因：{reason}', {
      index: '指标',
      from: '原分',
      to: '新分',
      reason: '原因',
    }),
  },
)
