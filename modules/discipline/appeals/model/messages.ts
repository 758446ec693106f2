import { messagesOf, template } from '#model'

export const APPEAL_MESSAGES = messagesOf(
  'discipline',
  { documentNo: '文号', due: '截止日期' },
  {
    submitted: template('学生申诉', 'important', '{name}对 {documentNo} 提出申诉', '请审查申诉材料，决定受理、通知补正或者不予受理。', { name: '学生' }),
    correcting: template('申诉补正', 'important', '请补正申诉材料', '对 {documentNo} 的申诉须补正：{missing}。请在 {due} 24:00 前提交。', { missing: '须补正' }),
    refused: template('申诉不予受理', 'important', '申诉不予受理', '对 {documentNo} 的申诉不予受理：{reason}', { reason: '理由' }),
    reviewSoon: template('申诉复查即将到期', 'important', '{name}的申诉 {due} 到期', '对 {documentNo} 的申诉请在 {due} 前作出结论。', { name: '学生' }),
    serveResult: template('复查结论待送达', 'important', '{name}的申诉复查结论待送达', '{documentNo}：请按规定方式送达申诉复查结论，并登记送达情况。', { name: '学生' }),
    concluded: template('申诉复查结论', 'important', '申诉复查结论已送达', '对 {documentNo} 的申诉已有结论。如有异议，可在 {due} 24:00 前向省级教育行政部门申诉。', {}),
    ended: template('处分撤销或变更', 'important', '{documentNo} 已{how}', '学校已按复查结论{how}该处分，受影响的申请可以重新办理。', { how: '处理' }),
  },
)
