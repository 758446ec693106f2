import type { Widget } from '#model'

export const widgets: readonly Widget[] = [
  { code: 'desk.todo', title: '待办', component: 'desk/TodoWidget', size: [8, 8], least: [4, 4] },
  { code: 'desk.figures', title: '角色数字', component: 'desk/FiguresWidget', size: [9, 2], least: [4, 2] },
  { code: 'desk.schedule', title: '今天的安排', component: 'desk/ScheduleWidget', size: [3, 5], least: [3, 3] },
  { code: 'desk.lessons', title: '今天的课', component: 'desk/LessonsWidget', size: [4, 5], least: [3, 3] },
  { code: 'desk.apps', title: '常用服务', component: 'desk/AppsWidget', size: [3, 5], least: [3, 3] },
  { code: 'desk.recentApps', title: '最近使用', component: 'desk/RecentAppsWidget', size: [3, 4], least: [3, 3] },
  { code: 'desk.applications', title: '我的申请', component: 'desk/ApplicationsWidget', size: [4, 5], least: [3, 3] },
  { code: 'desk.menus', title: '全部功能', component: 'desk/MenusWidget', size: [9, 8], least: [4, 4] },
]
