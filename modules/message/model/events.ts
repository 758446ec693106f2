import { messageEvent } from '#model'

/** A notice is delivered as an in-app message; the school chooses further channels. */
export const noticePublished = messageEvent({
  code: 'message.noticePublished',
  name: '通知公告',
  level: 'info',
  variables: { title: '标题', publisher: '发布部门', time: '发布时间' },
  title: '{title}',
  content: '{publisher} 发布了通知。',
})
export const noticeRemind = messageEvent({
  code: 'message.noticeRemind',
  name: '未读通知提醒',
  level: 'important',
  variables: { title: '标题', publisher: '发布部门' },
  title: '请阅读：{title}',
  content: '{publisher} 提醒你阅读这条通知。',
})
export const noticePending = messageEvent({
  code: 'message.noticePending',
  name: '通知待审核',
  level: 'todo',
  variables: { title: '标题', author: '起草人' },
  title: '通知待审核：{title}',
  content: '{author} 提交了一条通知，请审核。',
})
export const noticeDecided = messageEvent({
  code: 'message.noticeDecided',
  name: '通知审核结果',
  level: 'important',
  variables: { title: '标题', result: '结果', note: '意见' },
  title: '通知{result}：{title}',
  content: '审核意见：{note}',
})
export const smsLimit = messageEvent({
  code: 'message.smsLimit',
  name: '短信额度提醒',
  level: 'important',
  variables: { span: '周期', used: '已用条数', limit: '上限', percent: '百分比' },
  title: '{span}短信已用 {percent}%',
  content: '{span}已发 {used} 条，上限 {limit} 条。用完后只发送验证码和紧急消息。',
})
/** Events whose messages belong to a notice; opening or withdrawing the notice updates them. */
export const OF_NOTICE: readonly string[] = [noticePublished.code, noticeRemind.code]
export const MESSAGE_EVENTS = [noticePublished, noticeRemind, noticePending, noticeDecided, smsLimit] as const
/** Event code of verification codes; sent directly by SMS, without message rows. */
export const CODE_EVENT = 'code'
