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
