import { messagesOf, template } from '#model'

export const ORDER_MESSAGES = messagesOf(
  'fee',
  { title: '内容', amount: '金额', orderNo: '订单号' },
  {
    paid: template('缴费成功', 'important', '已缴 {amount} 元', '{title}已缴 {amount} 元，订单号 {orderNo}。', {}),
    paidOver: template('多缴转入预存', 'important', '多缴的 {surplus} 元已转入预存', '{title}已经缴清，多缴的 {surplus} 元转入预存，财务处会退还；也可以留着抵以后的费用。', {
      surplus: '多缴',
    }),
    surplus: template('有多收的钱要退', 'todo', '{name}多缴 {surplus} 元', '{title}（订单 {orderNo}）多缴 {surplus} 元，已转入预存，请办理退款。', {
      name: '缴费人',
      surplus: '多缴',
    }),
    refundCheck: template('退款待复核', 'todo', '{name} {refund} 元退款待复核', '{title}（订单 {orderNo}）申请退款 {refund} 元：{reason}', {
      name: '缴费人',
      refund: '退款金额',
      reason: '原因',
    }),
    refundArrived: template('退款到账', 'important', '{refund} 元已退回', '{title}的退款 {refund} 元已退回，订单号 {orderNo}。', { refund: '退款金额' }),
    refundAbnormal: template('退款异常', 'todo', '{name}的 {refund} 元不能原路退回', '订单 {orderNo} 的 {refund} 元不能原路退回，请改为银行转账：{why}', {
      name: '缴费人',
      refund: '退款金额',
      why: '渠道的说明',
    }),
  },
)
export const MERCHANT_MESSAGES = messagesOf(
  'fee',
  { merchant: '收款账户' },
  {
    keyExpires: template('支付密钥将到期', 'important', '“{merchant}”的密钥 {day} 到期', '收款账户“{merchant}”的证书 {day} 到期，请及时更换，否则不能收款。', { day: '到期日' }),
    noticeFailures: template(
      '支付通知连续失败',
      'urgent',
      '“{merchant}”十分钟内有 {n} 次通知失败',
      '收款账户“{merchant}”十分钟内收到 {n} 次不能入账的通知，最近一次：{outcome}。请查看支付通知。',
      { n: '次数', outcome: '结果' },
    ),
  },
)
