import { messagesOf, template } from '#model'

export const EVAL_MESSAGES = messagesOf(
  'fdyEval',
  { name: '考核', endTime: '截止' },
  {
    remind: template('辅导员评价提醒', 'todo', '请评价你的辅导员', '“{name}”{endTime} 截止，你还没有评价。评价是匿名的。'),
  },
)
