import { dictionary } from '#model'

export const noticeType = dictionary('noticeType', '通知类型', {
  school: '学校通知',
  student: '学生事务',
  teaching: '教学安排',
  aid: '资助与奖励',
  safety: '安全提醒',
  life: '宿舍与生活',
  activity: '活动',
})
