import { messagesOf, template } from '#model'

export const SEATING_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  {
    ticket: template('准考证开放', 'important', '准考证可以打印了', '{name}，你在“{batch}”的准考证号是 {zkzh}。请在 {until} 前打印准考证，考试时和身份证一起带上。', {
      zkzh: '准考证号',
      until: '截止时间',
    }),
  },
)
