import { messagesOf, template } from '#model'

/** What the student is told; nothing of it says what somebody did. */
export const CASE_MESSAGES = messagesOf(
  'discipline',
  { caseNo: '案件编号', documentNo: '文号', due: '截止日期' },
  {
    involved: template('违纪案件登记', 'info', '{name}涉及违纪案件 {caseNo}', '请会同学院调查 {caseNo}，两人以上取证。', { name: '学生' }),
    serve: template('文书待送达', 'important', '{name}的{what}待送达', '{caseNo}：请按规定方式送达{what}，并登记送达情况。', { name: '学生', what: '文书' }),
    noticed: template('处分事先告知', 'important', '处分事先告知书已送达', '你有权陈述和申辩，请在 {due} 24:00 前提交，也可以申请听证或者放弃。', {}),
    defenceSoon: template('申辩即将截止', 'important', '陈述申辩还剩 {days} 天', '陈述申辩到 {due} 24:00 截止，逾期视为没有意见。', { days: '剩余天数' }),
    defended: template('学生已申辩', 'info', '{name}已提交陈述申辩', '{caseNo}：请听取意见、书面答复后送审。', { name: '学生' }),
    lapsed: template('申辩期满', 'info', '{name}逾期没有陈述申辩', '{caseNo} 的陈述申辩期限 {due} 已过，可以送审。', { name: '学生' }),
    decided: template('处分决定送达', 'important', '处分决定书已送达（{documentNo}）', '如有异议，可在 {due} 24:00 前向学校提出申诉。', {}),
    appealSoon: template('申诉即将截止', 'important', '校内申诉还剩 {days} 天', '对 {documentNo} 的申诉到 {due} 24:00 截止。', { days: '剩余天数' }),
  },
)
