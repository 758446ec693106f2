import { messagesOf, template } from '#model'

export const RESULT_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  {
    scores: template('成绩发布', 'important', '成绩已发布', '{name}，“{batch}”的成绩已发布，请登录查看。'),
    result: template('录取结果', 'important', '录取结果已公布', '{name}，“{batch}”的录取结果已公布，请登录查看。'),
  },
)
