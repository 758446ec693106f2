import { messagesOf, template } from '#model'

export const CARD_MESSAGES = messagesOf(
  'cardReissue',
  { kind: '证卡' },
  {
    pay: template('证卡补办缴费', 'todo', '请缴{kind}工本费 {amount} 元', '你的{kind}补办已批准。请在 {by} 前缴工本费 {amount} 元，缴费后开始制证；逾期未缴的补办关闭。', {
      amount: '金额',
      by: '期限',
    }),
    closed: template('证卡补办关闭', 'important', '{kind}补办已关闭', '你的{kind}补办在 {by} 前没有缴费，已关闭。还需要的请重新申请。', { by: '期限' }),
    ready: template('证卡可以领取', 'important', '{kind}可以领取了', '你的{kind}已制好。{how}{old}', { how: '怎样领取', old: '旧卡' }),
    uncollected: template('证卡未领取', 'important', '{kind}制好 {days} 天还没有领取', '你的{kind}已制好 {days} 天。{how}{old}', { days: '天数', how: '怎样领取', old: '旧卡' }),
    leftLying: template('证卡长期未领取', 'todo', '{name}的{kind}制好 {days} 天还没有领取', '{className} {name} 的{kind}已制好 {days} 天，请提醒学生领取。', {
      name: '学生',
      className: '班级',
      days: '天数',
    }),
    corrected: template('证卡信息已变更', 'info', '{kind}上的信息变了', '你的{changed}已更正，{kind}上还是原来的。需要换新的，可以申请补办，原因选“信息变更”。', {
      changed: '变更的信息',
    }),
  },
)
