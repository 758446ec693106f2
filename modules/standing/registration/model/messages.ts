import { messagesOf, template } from '#model'

export const REGISTRATION_MESSAGES = messagesOf(
  'registration',
  { batch: '批次' },
  {
    remind: template('学期注册提醒', 'important', '请在 {endTime} 前完成{batch}', '{batch}到 {endTime} 截止，请到校后注册；不能按时注册的，请申请暂缓注册。', { endTime: '截止' }),
    registered: template('注册成功', 'info', '{batch}：已注册', '{name} 的{batch}已完成。', { name: '学生' }),
    deferralOver: template('暂缓注册到期', 'important', '暂缓注册已到期，请尽快注册', '{name} 的暂缓注册已到期，{batch}还没有完成。', { name: '学生' }),
  },
)
