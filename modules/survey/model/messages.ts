import { messageEvent, messagesOf, template } from '#model'

const toPhone = { level: 'important', variables: { school: '学校', name: '学生', until: '有效期', link: '链接' }, title: '请家长填写问卷' } as const
/** These two go to the phone of a guardian, who has no account. */
export const guardianAsked = messageEvent({
  ...toPhone,
  code: 'survey.guardianAsked',
  name: '请家长填写问卷',
  content: '{school}：{name}同学的家长，学校请您填写一份问卷，请在 {until} 前打开链接填写，请勿转发。',
})
export const guardianReminded = messageEvent({
  ...toPhone,
  code: 'survey.guardianReminded',
  name: '请家长填写问卷提醒',
  content: '{school}：{name}同学的家长，学校请您填写的问卷还没有填，请在 {until} 前打开这条链接，以前的链接不能再用，请勿转发。',
})
export const SURVEY_MESSAGES = messagesOf(
  'survey',
  { name: '问卷' },
  {
    remind: template('问卷提醒', 'todo', '请填写“{name}”', '“{name}”{endTime} 截止，你还没有填写。', { endTime: '截止' }),
    outcome: template('问卷结果反馈', 'info', '“{name}”有了结果', '感谢参与“{name}”。{outcome}', { outcome: '结果反馈' }),
  },
)
