import { messageEvent } from '#model'

export const dailyDigest = messageEvent({
  code: 'desk.dailyDigest',
  name: '每日待办',
  level: 'todo',
  variables: { due: '今天截止的件数', overdue: '已逾期的件数', open: '全部待办件数', oldest: '等得最久的事项' },
  title: '今天截止 {due} 件，已逾期 {overdue} 件',
  content: '共有 {open} 件待办，等得最久的是：{oldest}',
})
export const scheduleSoon = messageEvent({
  code: 'desk.scheduleSoon',
  name: '日程提醒',
  level: 'info',
  variables: { title: '日程标题', time: '开始时间', place: '地点' },
  title: '{time} {title}',
  content: '{title}，{time} 开始，地点：{place}',
})
