import { messagesOf, template } from '#model'

export const NOTICE_MESSAGES = messagesOf('alumni', { title: '标题' }, { noticePublished: template('校友通知', 'info', '校友通知：{title}', '有新的校友通知“{title}”，请查看。') })
export const ACTIVITY_MESSAGES = messagesOf(
  'alumni',
  { title: '活动', from: '开始' },
  {
    movedUp: template('校友活动候补成功', 'important', '你已递补到{title}', '“{title}”（{from} 开始）有名额了，你已从候补转为报名成功。'),
    movedUpToPay: template('校友活动候补成功待缴费', 'important', '你已递补到{title}，请缴费', '“{title}”（{from} 开始）有名额了，请在 {by} 前缴 {amount} 元，过期不保留。', {
      by: '支付期限',
      amount: '金额',
    }),
    unpaid: template('校友活动没有缴费', 'important', '{title}的名额没有保留', '“{title}”的费用过了支付期限没有缴，名额已让给候补的人。'),
    calledOff: template('校友活动取消', 'important', '{title}取消了', '“{title}”（原定 {from} 开始）取消了，原因：{why}。已缴的费用全额退。', { why: '原因' }),
  },
)
