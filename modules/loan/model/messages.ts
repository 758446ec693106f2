import { messagesOf, template } from '#model'

export const LOAN_MESSAGES = messagesOf(
  'loan',
  { xn: '学年', amount: '贷款金额（元）' },
  {
    receiptMissing: template(
      '回执未录入',
      'todo',
      '{name}的贷款回执 {deadline} 截止，还没有录入',
      '{name} {xn} 学年助学贷款 {amount} 元的回执要在 {deadline} 前录入，还剩 {days} 天。',
      {
        name: '姓名',
        deadline: '录入截止',
        days: '剩余天数',
      },
    ),
    receiptRefused: template('回执退回', 'important', '贷款回执被退回：{why}', '{xn} 学年助学贷款的回执被退回：{why}。请重新拍照上传。', { why: '原因' }),
    agreed: template('校园地贷款获批', 'important', '助学贷款 {amount} 元已获批', '{bank}同意了你 {xn} 学年的助学贷款 {amount} 元，预计 {day} 前后到账。', {
      bank: '经办银行',
      day: '预计到账',
    }),
    declined: template('贷款没有获批', 'important', '助学贷款没有获批：{why}', '{xn} 学年助学贷款 {amount} 元没有获批：{why}。可以改申请缓缴或者其他资助。', { why: '原因' }),
    coverEnds: template('缓缴将结束', 'important', '助学贷款的缓缴到 {day} 结束', '{xn} 学年助学贷款 {amount} 元{why}，它所抵的费用缓缴到 {day}，之后请自行缴清或申请缓缴。', {
      why: '原因',
      day: '缓缴到',
    }),
    coverEnded: template('缓缴已结束', 'important', '助学贷款的缓缴已结束', '{xn} 学年助学贷款 {amount} 元没有到账，它所抵的费用不再缓缴，请缴清或申请缓缴。'),
  },
)
export const ARRIVAL_MESSAGES = messagesOf(
  'loan',
  { xn: '学年', amount: '贷款金额（元）' },
  {
    arrived: template('贷款到账', 'important', '助学贷款到账 {arrived} 元', '{xn} 学年助学贷款到账 {arrived} 元，抵学费和住宿费 {offset} 元，余款 {surplus} 元。{way}。', {
      arrived: '到账（元）',
      offset: '抵费用（元）',
      surplus: '余款（元）',
      way: '余款去向',
    }),
  },
)
export const LEAVING_MESSAGES = messagesOf(
  'loan',
  { loans: '贷款笔数', balance: '贷款余额（元）' },
  { confirmOpen: template('贷款毕业确认', 'todo', '离校前请确认助学贷款', '你有 {loans} 笔助学贷款共 {balance} 元，离校前请核对联系方式、余额和还款计划并签名。') },
)
export const RENEWAL_MESSAGES = messagesOf(
  'loanRenewal',
  { renewal: '续贷', endTime: '截止' },
  {
    open: template('续贷', 'todo', '{renewal}开始了', '请在 {endTime} 前说明下学年是否继续贷款，继续的写一段本学年小结。'),
    remind: template('续贷提醒', 'todo', '{renewal}还没有答复', '{endTime} 截止，请说明下学年是否继续贷款。'),
  },
)
