import { messagesOf, template } from '#model'

export const LIFT_MESSAGES = messagesOf(
  'discipline',
  { caseNo: '案件编号', documentNo: '文号', due: '期满日' },
  {
    ending: template('处分即将期满', 'important', '{name}的处分 {due} 期满', '{documentNo} 将于 {due} 期满，符合条件的可以申请解除。', { name: '学生' }),
    lifted: template('处分解除', 'important', '处分已解除', '{documentNo} 已于 {on} 解除（{liftNo}），不再影响评奖评优、任职和毕业。', { on: '解除日期', liftNo: '解除文号' }),
    extended: template('处分期延长', 'important', '处分期延长到 {due}', '{documentNo} 的处分期延长 {months} 个月，到 {due}：{reason}', { months: '月数', reason: '理由' }),
  },
)
