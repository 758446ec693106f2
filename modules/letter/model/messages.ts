import { messagesOf, template } from '#model'

export const LETTER_MESSAGES = messagesOf(
  'letter',
  { name: '姓名', letterNo: '通知书编号' },
  {
    sent: template('录取通知书寄出', 'info', '你的录取通知书已寄出', '你的录取通知书 {letterNo} 已寄出，运单号 {waybill}。', { waybill: '运单号' }),
    returned: template('录取通知书退回', 'important', '{name}的录取通知书被退回', '{name}的录取通知书 {letterNo} 被退回，请电话核对地址后重寄。'),
  },
)
