import { messageEvent, messagesOf, template } from '#model'

/** Goes to the phone of a guardian, who has no account. */
export const consentAsked = messageEvent({
  code: 'family.consentAsked',
  name: '征求监护人同意',
  level: 'important',
  variables: { school: '学校', name: '学生', until: '有效期', link: '链接' },
  title: '请您答复',
  content: '{school}：{name}同学的家长，有一件事需要您同意，请在 {until} 前打开链接答复，链接只能答复一次，请勿转发。',
})
export const CONSENT_MESSAGES = messagesOf(
  'family',
  { asks: '征求的事项' },
  {
    checkPhone: template('核对监护人电话', 'todo', '请核对{name}的监护人电话', '{name}的监护人电话最近改过。请打电话核对后再发送同意链接：{asks}', { name: '学生' }),
    needsPaper: template('登记监护人书面同意', 'todo', '请登记{name}的监护人的书面或视频同意', '{name}的监护人没有可以发链接的电话。请登记有签字的纸质同意书或视频同意：{asks}', {
      name: '学生',
    }),
    consentAnswered: template('监护人已答复', 'important', '家长已答复：{answer}', '{asks}：{answer}', { answer: '答复' }),
  },
)

const toPhone = { level: 'important', variables: { school: '学校', name: '学生', until: '有效期', link: '链接' }, title: '致家长信' } as const
/** These two go to the phone of a guardian, too. */
export const letterSent = messageEvent({
  ...toPhone,
  code: 'family.letterSent',
  name: '致家长信',
  content: '{school}：{name}同学的家长，学校有一封信给您，请在 {until} 前打开链接阅读并回执，请勿转发。',
})
export const letterReminder = messageEvent({
  ...toPhone,
  code: 'family.letterReminder',
  name: '致家长信提醒',
  content: '{school}：{name}同学的家长，学校给您的信还没有回执，请在 {until} 前打开这条链接，以前的链接不能再用，请勿转发。',
})
export const LETTER_MESSAGES = messagesOf(
  'family',
  { name: '致家长信' },
  {
    letterCarries: template('告知学生致家长信内容', 'important', '学校将给你的家长发信', '“{name}”将发给你登记的家长，信里写到你的{fields}。有疑问请找辅导员。', {
      fields: '写到的内容',
    }),
    letterCall: template('家长请老师联系', 'important', '{student}的家长请你联系', '{student}的家长读了“{name}”，请你联系。', { student: '学生' }),
  },
)
