import { messagesOf, template } from '#model'

export const DONATION_MESSAGES = messagesOf(
  'alumni',
  { no: '编号', project: '捐赠项目', amount: '金额' },
  {
    received: template('收到捐赠', 'info', '感谢你为{project}捐赠', '你为“{project}”捐赠的 {amount} 元（编号 {no}）已收到，谢谢。'),
    lapsed: template('捐赠未支付', 'info', '为{project}的捐赠没有支付', '你为“{project}”捐赠的 {amount} 元（编号 {no}）过了支付期限，已取消。'),
  },
)
/** 30-AL3: what alumni are sent only while they agree to be contacted. */
export const BY_CONSENT = ['alumni.noticePublished', 'alumni.reunion'] as const
export const REUNION_MESSAGES = messagesOf(
  'alumni',
  { name: '发起人', years: '毕业年数', when: '时间', place: '地点' },
  { reunion: template('同学聚会', 'info', '毕业 {years} 年同学聚会', '{name}发起毕业 {years} 年同学聚会：{when}，{place}。来不来，请在“找校友”里说一声。') },
)
