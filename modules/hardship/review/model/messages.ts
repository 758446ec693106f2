import { messagesOf, template } from '#model'

export const REVIEW_MESSAGES = messagesOf(
  'hardship',
  { batch: '批次', className: '班级' },
  {
    drawn: template('参加民主评议', 'todo', '你被抽为{className}的评议成员', '{batch}：你被抽为{className}的民主评议成员，{from} 起评议。评议保密，请公正评分。', {
      from: '开始评议',
    }),
    voteMissing: template('尚未评议', 'important', '还有 {count} 份申请等你评议', '{batch}：{className}还有 {count} 份申请等你评议。', { count: '申请份数' }),
  },
)
