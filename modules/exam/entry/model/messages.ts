import { messagesOf, template } from '#model'

export const EXAM_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  {
    returned: template('报名退回', 'important', '你的报名需要修改', '{name}，你在“{batch}”的报名被退回：{reason}。请在 {until} 前改好再提交。', {
      reason: '原因',
      until: '截止时间',
    }),
    rejected: template('报名未通过', 'important', '你的报名没有通过', '{name}，你在“{batch}”的报名没有通过：{reason}。', { reason: '原因' }),
    due: template('报名缴费', 'important', '报名已通过，请缴费', '{name}，你在“{batch}”的报名已通过审核。请在 {until} 前缴 {amount} 元，逾期报名失效。', {
      until: '截止时间',
      amount: '金额',
    }),
    done: template('报名完成', 'info', '报名完成', '{name}，你在“{batch}”的报名已完成，准考证开放后会通知你。'),
    lapsed: template('报名失效', 'important', '报名已失效', '{name}，你在“{batch}”的报名已失效：{reason}。', { reason: '原因' }),
  },
)
