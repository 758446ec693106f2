import { messagesOf, template } from '#model'

export const SITE_MESSAGES = messagesOf(
  'site',
  { title: '标题', channel: '栏目' },
  {
    toReview: template('网站内容待审核', 'todo', '网站内容待审核：{title}', '{author} 提交了“{channel}”的内容，请审核。', { author: '作者' }),
    sentBack: template('网站内容退回', 'important', '网站内容被退回：{title}', '审核意见：{note}', { note: '意见' }),
    out: template('网站内容发布', 'info', '网站内容已发布：{title}', '“{channel}”的这条内容已在网站上显示。'),
    expiring: template('网站内容快到期', 'important', '网站内容 {days} 天内到期：{title}', '到期时间 {expireAt}，过后网站上不再显示。', { days: '天数', expireAt: '到期时间' }),
  },
)
