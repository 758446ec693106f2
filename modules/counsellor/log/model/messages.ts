import { messagesOf, template } from '#model'

export const LOG_MESSAGES = messagesOf(
  'workLog',
  { count: '人数', names: '内容' },
  {
    followUp: template('回访提醒', 'todo', '今天有 {count} 次回访', '到期要回访：{names}。'),
    gap: template('工作定额提醒', 'info', '时间过半，工作定额还差', '周期已过半，还差得多的：{names}。'),
  },
)
