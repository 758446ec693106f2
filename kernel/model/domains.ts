/** Business domains: the entries of the menu bar, in order. Each group of a module's menu names its domain; a school may rename domains and regroup. */
export const DOMAINS = {
  own: { title: '我的', icon: 'user-round' },
  student: { title: '学生', icon: 'graduation-cap' },
  daily: { title: '日常', icon: 'calendar-check' },
  housing: { title: '宿舍', icon: 'bed-double' },
  aid: { title: '资助', icon: 'hand-heart' },
  growth: { title: '成长', icon: 'award' },
  enrolment: { title: '迎新毕业', icon: 'ticket' },
  data: { title: '数据', icon: 'chart-column' },
  manage: { title: '管理', icon: 'settings' },
} as const
export type Domain = keyof typeof DOMAINS
