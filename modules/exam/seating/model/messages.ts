import { messagesOf, template } from '#model'

/** To who invigilates, of a session or a room. */
export const DUTY_MESSAGES = messagesOf(
  'exam',
  { batch: '考试批次', room: '考场号' },
  {
    dutyMoved: template('监考改期', 'important', '监考时间有变', '“{batch}”的{subject}改在 {date} {hours} 考，你监考 {room} 考场。', {
      subject: '科目',
      date: '日期',
      hours: '时间',
    }),
    dutyRelocated: template('监考地点变更', 'important', '监考地点有变', '“{batch}”的 {room} 考场改在{venue}，你在那里监考。', { venue: '场地' }),
  },
)
export const SEATING_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  {
    ticket: template('准考证开放', 'important', '准考证可以打印了', '{name}，你在“{batch}”的准考证号是 {zkzh}。请在 {until} 前打印准考证，考试时和身份证一起带上。', {
      zkzh: '准考证号',
      until: '截止时间',
    }),
    moved: template('考试改期', 'important', '考试时间有变', '{name}，“{batch}”的{subject}改在 {date} {hours} 考，请重新打印准考证。', {
      subject: '科目',
      date: '日期',
      hours: '时间',
    }),
    relocated: template('考场变更', 'important', '考试地点有变', '{name}，你在“{batch}”的 {room} 考场改在{venue}，请重新打印准考证。', { room: '考场号', venue: '场地' }),
  },
)
