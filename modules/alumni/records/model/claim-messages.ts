import { messageEvent, messagesOf, template } from '#model'

const toPhone = { level: 'important', variables: { school: '学校', name: '姓名' } } as const
/** Go to the phone of the claim, whose owner has no account yet. */
export const claimOpened = messageEvent({
  ...toPhone,
  code: 'alumni.claimOpened',
  name: '校友认领已开通',
  title: '校友账号已开通',
  content: '{school}：{name}校友，你的账号已开通，请用这个手机号收验证码登录。',
})
export const claimRefused = messageEvent({
  ...toPhone,
  code: 'alumni.claimRefused',
  name: '校友认领退回',
  variables: { ...toPhone.variables, reason: '原因' },
  title: '校友认领没有通过',
  content: '{school}：{name}，你的校友认领没有通过：{reason}。可以补充后重新认领。',
})
export const CLAIM_MESSAGES = messagesOf(
  'alumni',
  { name: '姓名', leaveYear: '毕业年份', majorName: '专业' },
  { claimToCheck: template('核对校友认领', 'todo', '请核对{name}的校友认领', '{name}（{leaveYear} 年毕业，{majorName}）的校友认领没有自动核对上，请人工核对。') },
)
