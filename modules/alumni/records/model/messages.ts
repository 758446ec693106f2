import { messagesOf, template } from '#model'

export const DONATION_MESSAGES = messagesOf(
  'alumni',
  { no: '编号', project: '捐赠项目', amount: '金额' },
  {
    received: template('收到捐赠', 'info', '感谢你为{project}捐赠', '你为“{project}”捐赠的 {amount} 元（编号 {no}）已收到，谢谢。'),
    lapsed: template('捐赠未支付', 'info', '为{project}的捐赠没有支付', '你为“{project}”捐赠的 {amount} 元（编号 {no}）过了支付期限，已取消。'),
  },
)
