import { messagesOf, template } from '#model'

export const TALK_MESSAGES = messagesOf(
  'talkRequest',
  { at: '谈话时间', place: '地点' },
  {
    asked: template('学生约谈', 'todo', '{name}想和你谈谈', '{className} {name}想和你谈谈，请约个时间。', { name: '学生', className: '班级' }),
    arranged: template('约谈时间', 'important', '辅导员约你 {at} 谈谈', '时间：{at}，地点：{place}。不方便的请及时联系辅导员。'),
    withdrawn: template('约谈取消', 'info', '{name}取消了约谈', '{className} {name}取消了约谈。', { name: '学生', className: '班级' }),
  },
)
