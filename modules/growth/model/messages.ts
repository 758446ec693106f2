import { messagesOf, template } from '#model'

export const GROWTH_MESSAGES = messagesOf(
  'growth',
  { title: '内容', day: '日期' },
  {
    posted: template('成长台账', 'info', '“{title}”已记入成长台账', '{day} 的“{title}”已记入你的成长台账：时长 {hours} 小时，积分 {points}，劳动学时 {labour}。', {
      hours: '时长（小时）',
      points: '积分',
      labour: '劳动学时',
    }),
    reversed: template('成长台账', 'important', '“{title}”已从成长台账冲销', '{day} 的“{title}”已冲销，原因：{why}', { why: '原因' }),
  },
)
