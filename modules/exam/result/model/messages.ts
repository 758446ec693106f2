import { messagesOf, template } from '#model'

export const RESULT_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  { scores: template('成绩发布', 'important', '成绩已发布', '{name}，“{batch}”的成绩已发布，请登录查看。') },
)
