import { messagesOf, template } from '#model'

export const PAYOUT_MESSAGES = messagesOf(
  'money',
  { what: '用途', amount: '金额', card: '尾号' },
  {
    payoutPaid: template('资助到账', 'important', '{what} {amount} 元已到账', '{what} {amount} 元已经汇到尾号 {card} 的银行卡，请核对。', {}),
    payoutFailed: template(
      '资助没有到账',
      'todo',
      '请改正银行卡：{what} {amount} 元没有汇成',
      '{what} {amount} 元没有汇到尾号 {card} 的银行卡：{why}。请改正银行卡，改好后重新发放。',
      { why: '原因' },
    ),
    payoutHeld: template('资助暂缓发放', 'todo', '{what} {amount} 元等着你的银行卡', '{what} {amount} 元还不能发放：{why}。请在“我的资助”里登记或改正银行卡。', { why: '原因' }),
  },
)
export const FUND_MESSAGES = messagesOf(
  'money',
  { fund: '经费', left: '剩余', budget: '预算' },
  { fundLow: template('经费将尽', 'important', '{fund}只剩 {left} 元', '{fund}预算 {budget} 元，只剩 {left} 元，不到一成。', {}) },
)
