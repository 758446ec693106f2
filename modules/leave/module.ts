import { defineModule } from '#model'
import { closeLeaves, leaveActions, makePersonal, verifySlip } from './model/actions.ts'
import { leaveApplication } from './model/application.ts'
import './model/flow.ts'
import { LEAVE_SCREEN } from './model/big-screen.ts'
import { leave } from './model/leave.ts'
import { leaveType } from './model/leave-type.ts'
import { LEAVE_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { leaveStatistics, readingActions } from './model/read-actions.ts'
import { leaveScreen } from './model/screen.ts'
import { applyTeam, leaveTeam, teamActions } from './model/team.ts'

/** Listed one by one: students' and guards' permissions have pages of their own, else they would be granted the list as well. */
const LIST = ['leave:leave:list', 'leave:leave:export', 'leave:leave:import', 'leave:leave:reveal']
/** Staff responsible for students: they see, record and close leaves in their scope. */
const STAFF = ['leave:leave:list', 'leave:leave:export', 'leave:leave:reveal', 'leave:leave:applyFor', 'leave:leave:close', 'leave:leave:makePersonal', 'leave:leave:statistics']
const TEAM = ['leave:leaveTeam:apply', 'leave:leaveTeam:list', 'leave:leaveTeam:export']

export default defineModule({
  code: 'leave',
  name: '请假',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [leaveType, leave, leaveTeam],
  subjects: [leave],
  actions: [...leaveActions, ...readingActions, leaveScreen, ...teamActions],
  menus: [
    {
      title: '请假管理',
      icon: 'calendar-off',
      domain: 'daily',
      children: [
        {
          title: '我要请假',
          path: '/leave/apply',
          component: 'leave/ApplyPage',
          icon: 'calendar-plus',
          of: [leaveApplication.apply],
          own: 'student',
          service: { title: '请假', category: 'leave', first: 1, isShortcut: true },
        },
        {
          title: '我的请假',
          path: '/leave/mine',
          component: 'leave/MinePage',
          icon: 'calendar-check',
          of: [leaveApplication.apply],
          own: 'student',
          service: { category: 'leave' },
        },
        { title: '请假类型', path: '/leave/types', component: 'leave/LeaveTypePage', icon: 'tags', of: [leaveType] },
        { title: '请假申请', path: '/leave/leaves', component: 'leave/LeavePage', icon: 'calendar-off', of: [...LIST, leaveApplication.applyFor, makePersonal] },
        { title: '请假审批', path: '/leave/approvals', component: 'leave/LeaveApprovalPage', icon: 'stamp', of: ['leave:leave:list'] },
        { title: '销假', path: '/leave/returns', component: 'leave/ReturnPage', icon: 'door-open', of: [closeLeaves], service: { title: '登记销假', category: 'leave' } },
        { title: '集体公假', path: '/leave/teams', component: 'leave/TeamPage', icon: 'users', of: [leaveTeam, applyTeam] },
        { title: '查验假条', path: '/leave/verify', component: 'leave/VerifyPage', icon: 'scan-line', of: [verifySlip], service: { category: 'leave' } },
        { title: '请假统计', path: '/leave/statistics', component: 'leave/StatisticsPage', icon: 'chart-column', of: [leaveStatistics, leaveScreen] },
      ],
    },
  ],
  pages: [{ path: '/datascreen/leavedatascreenone', title: '请假大屏', component: 'leave/LeaveScreenPage', access: 'open', frame: 'bare' }],
  screens: [LEAVE_SCREEN],
  messages: Object.values(LEAVE_MESSAGES),
  widgets: [{ code: 'leave.away', title: '当前外出', component: 'leave/AwayWidget', size: [3, 3], least: [3, 2], permission: 'leave:leave:list', for: 'staff' }],
  events: ['leave.approved', 'leave.changed', 'leave.closed', 'leave.overdue'],
  optionalEvents: ['dormitory.passage'],
  grants: {
    admin: ['leave:*'],
    officer: ['leave:leaveType:*', ...STAFF, 'leave:leave:screen', 'leave:leave:import', 'leave:leave:verify', ...TEAM],
    college: ['leave:leaveType:list', ...STAFF, 'leave:leave:screen', 'leave:leave:import', ...TEAM],
    fdy: ['leave:leaveType:list', ...STAFF, ...TEAM],
    bzr: ['leave:leaveType:list', 'leave:leave:list', 'leave:leave:statistics', 'leave:leave:close'],
    dormManager: ['leave:leave:verify'],
    student: ['leave:leave:apply'],
  },
  parameters: PARAMETERS,
})
