import { messagesOf, template } from '#model'

const bill = { xn: '学年', owed: '欠费', dueOn: '截止' }
/** Sent to the student only: never to the class, never in a public list. */
export const ARREARS_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    lodgingDue: template('住宿费缴费提醒', 'important', '住宿费 {dueOn} 截止', '{xn} 学年住宿费还差 {owed} 元，{dueOn} 截止。有困难可以联系辅导员申请缓缴或助学贷款。', bill),
    lodgingOverdue: template(
      '住宿费欠费提醒',
      'important',
      '住宿费已过截止日期',
      '{xn} 学年住宿费欠 {owed} 元，应于 {dueOn} 前缴清。有困难可以联系辅导员申请缓缴或助学贷款。',
      bill,
    ),
    utilityLow: template('水电余额不足', 'important', '{room} {kind}费余额 {balance} 元', '{room} {kind}费余额 {balance} 元，本期每人分摊 {share} 元，请及时充值。', {
      room: '房间',
      kind: '类别',
      balance: '余额',
      share: '每人分摊',
    }),
  },
)
