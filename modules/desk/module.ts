import { defineModule } from '#model'
import { dayActions, dayMark } from './model/day.ts'
import { desktopLayout, layoutActions, roleLayout } from './model/layout.ts'
import { dailyDigest, scheduleSoon } from './model/messages.ts'
import { appActions, applicationActions, fileActions, ownActions } from './model/own.ts'
import { DESK_PARAMETERS } from './model/parameters.ts'
import { scheduleActions, scheduleEvent } from './model/schedule.ts'
import { todo, todoActions, todoCount, todoStatistics } from './model/todo.ts'
import { widgets } from './model/widgets.ts'

const page = (path: string, title: string, component: string) => ({ path, title, component: `desk/${component}`, access: 'signedIn' as const, frame: 'shell' as const })

export default defineModule({
  code: 'desk',
  name: '桌面与个人中心',
  included: 'always',
  service: 'base',
  needs: ['system', 'campus', 'student'],
  entities: [todo, dayMark, desktopLayout, scheduleEvent],
  actions: [...todoActions, ...dayActions, ...layoutActions, ...scheduleActions, ...ownActions, ...fileActions, ...appActions, ...applicationActions],
  ports: { todoCount },
  pages: [
    page('/index', '工作台', 'HomePage'),
    page('/desktopset', '桌面设置', 'DesktopSetPage'),
    page('/servicecenter', '办事大厅', 'ServiceCenterPage'),
    page('/personalcenter', '个人中心', 'PersonalCenterPage'),
    page('/personal/day', '今日', 'DayPage'),
    page('/personal/usertodo', '我的待办', 'UserTodoPage'),
    page('/personal/todo/:bizType/:bizId', '事项', 'TodoStandingPage'),
    page('/personal/userschedule', '我的日程', 'UserSchedulePage'),
    page('/personal/mylesson', '我的课表', 'MyLessonPage'),
    page('/personal/myfilelink', '我的文件', 'MyFilePage'),
    page('/personal/userapps', '我的应用', 'UserAppsPage'),
    page('/personal/usermoreapplys', '我的申请', 'UserApplicationsPage'),
  ],
  menus: [
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        { title: '待办统计', path: '/system/todo-statistics', component: 'desk/TodoStatisticsPage', icon: 'list-checks', of: [todo, todoStatistics] },
        { title: '角色桌面', path: '/system/role-desktops', component: 'desk/RoleDesktopPage', icon: 'layout-grid', of: [roleLayout] },
      ],
    },
    {
      title: '常用',
      icon: 'star',
      terminal: 'mobile',
      children: [
        { title: '今日', path: '/personal/day', icon: 'calendar-check' },
        { title: '待办', path: '/personal/usertodo', icon: 'list-checks', badge: 'todo' },
        { title: '我的日程', path: '/personal/userschedule', icon: 'calendar-check', service: { category: 'office' } },
        { title: '课表', path: '/personal/mylesson', icon: 'table', service: { title: '我的课表', category: 'study', first: 7 } },
        { title: '我的申请', path: '/personal/usermoreapplys', icon: 'clipboard-list', service: { category: 'office' } },
        { title: '我的文件', path: '/personal/myfilelink', icon: 'file-text', service: { category: 'office' } },
      ],
    },
  ],
  optionalEvents: ['leave.approved', 'leave.changed', 'leave.closed'],
  grants: { admin: ['desk:*'], officer: ['desk:todo:*'], college: ['desk:todo:list', 'desk:todo:statistics'] },
  messages: [dailyDigest, scheduleSoon],
  todoKinds: { ownPassword: '账号', ownMobile: '账号', ownProfile: '个人信息' },
  parameters: DESK_PARAMETERS,
  widgets,
})
