import { messagesOf, template } from '#model'

export const SUBSIDY_MESSAGES = messagesOf(
  'subsidy',
  { item: '项目', name: '学生' },
  {
    answerSoon: template('求助快到答复时间', 'important', '{name} 的{item}要在 {dueAt} 前答复', '{name} 申请{item}，请在 {dueAt} 前答复。', { dueAt: '应答复时间' }),
    answerLate: template('求助超时未答复', 'urgent', '{name} 的{item}超时没有答复', '{name} 申请{item}，应在 {dueAt} 前答复，正等着 {waitsFor}。', {
      dueAt: '应答复时间',
      waitsFor: '等待',
    }),
    suspended: template('资助暂停', 'important', '{item}从 {month} 起暂停发放', '{item}从 {month} 起暂停发放：{why}', { month: '月份', why: '原因' }),
    ended: template('资助结束', 'important', '{item}不再发放', '{item}从 {month} 起不再发放：{why}', { month: '月份', why: '原因' }),
    notGranted: template('没有获得资助', 'important', '{item}没有资助', '{item}没有资助：{why}', { why: '原因' }),
    cleared: template('资助公示结束', 'todo', '{item}公示结束，可以生成资助', '{item}公示结束，{count} 人没有异议，请生成资助。', { count: '人数' }),
  },
)
