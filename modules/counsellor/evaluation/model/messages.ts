import { messagesOf, template } from '#model'

export const EVAL_MESSAGES = messagesOf(
  'fdyEval',
  { name: '考核', endTime: '截止' },
  {
    remind: template('辅导员评价提醒', 'todo', '请评价你的辅导员', '“{name}”{endTime} 截止，你还没有评价。评价是匿名的。'),
    result: template('辅导员考核结果公示', 'info', '“{name}”的结果已公示', '你的“{name}”结果已公示，到 {endTime}。有异议请在公示期内提出。'),
    objected: template('辅导员考核异议', 'todo', '{counsellor}对考核结果有异议', '{counsellor}对“{name}”的结果有异议：{grounds}', { counsellor: '辅导员', grounds: '异议理由' }),
    answered: template('辅导员考核异议答复', 'info', '你对“{name}”的异议{outcome}', '你对“{name}”结果的异议{outcome}：{answer}', { outcome: '结论', answer: '答复' }),
  },
)
