import { messagesOf, template } from '#model'

export const DISTRIBUTION_MESSAGES = messagesOf(
  'distribution',
  { plan: '分班方案' },
  { placed: template('分班结果', 'important', '你被编入{className}', '{name}，你被编入{className}。辅导员和同学见“我的班级”。', { name: '学生', className: '班级' }) },
)
