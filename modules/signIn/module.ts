import { defineModule } from '#model'
import { quickStart, sign, signActions, unbind } from './model/actions.ts'
import { makeupApplication } from './model/makeup-application.ts'
import './model/flow.ts'
import { SIGN_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { boards, readingActions, signStatistics } from './model/read-actions.ts'
import { deviceBinding, signLine, signMakeup, signPhoto } from './model/sign-line.ts'
import { signOccurrence, signTask, taskActions } from './model/sign-task.ts'

/** Staff with students: they publish, watch, sign for students and review flags. */
const STAFF = [
  'signIn:signTask:*',
  'signIn:signOccurrence:list',
  'signIn:signOccurrence:export',
  'signIn:signLine:list',
  'signIn:signLine:export',
  'signIn:signLine:manage',
  'signIn:signLine:statistics',
  'signIn:signMakeup:list',
  'signIn:signMakeup:export',
]
/** 20-SA9: whoever answers for a student unbinds their phones. */
const RESPONSIBLE = [...STAFF, 'signIn:signLine:reveal', 'signIn:deviceBinding:list', 'signIn:deviceBinding:unbind']
/** Listed one by one: students' permissions have a page of their own, else they would be granted the list as well. */
const LINES = ['signIn:signLine:list', 'signIn:signLine:export', 'signIn:signLine:reveal', 'signIn:signLine:manage']
export default defineModule({
  code: 'signIn',
  name: '签到',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave'],
  entities: [signTask, signOccurrence, signLine, deviceBinding, signPhoto, signMakeup],
  subjects: [signLine],
  actions: [...signActions, ...readingActions, ...Object.values(taskActions)],
  menus: [
    {
      title: '签到管理',
      icon: 'scan-line',
      domain: 'daily',
      children: [
        {
          title: '我的签到',
          path: '/signIn/mine',
          component: 'signIn/MinePage',
          icon: 'scan-line',
          of: [sign, makeupApplication.apply],
          own: 'student',
          service: { title: '签到', category: 'growth', first: 2 },
        },
        {
          title: '签到任务',
          path: '/signIn/tasks',
          component: 'signIn/TaskPage',
          icon: 'list-checks',
          of: [signTask, taskActions.publish, quickStart],
          service: { title: '发起签到', category: 'growth', first: 6 },
        },
        {
          title: '实时看板',
          path: '/signIn/board',
          component: 'signIn/BoardPage',
          icon: 'gauge',
          of: [...LINES, boards, signOccurrence, 'signIn:signPhoto:list', 'signIn:deviceBinding:list', unbind],
        },
        { title: '补签', path: '/signIn/makeups', component: 'signIn/MakeupPage', icon: 'stamp', of: ['signIn:signMakeup:list', 'signIn:signMakeup:export'] },
        { title: '签到统计', path: '/signIn/statistics', component: 'signIn/StatisticsPage', icon: 'chart-column', of: [signStatistics] },
      ],
    },
  ],
  pages: [{ path: '/signIn/projector', title: '投影签到码', component: 'signIn/ProjectorPage', access: 'signedIn', frame: 'bare' }],
  messages: Object.values(SIGN_MESSAGES),
  events: ['signIn.nightSigned', 'signIn.occurrenceClosed', 'signIn.occurrenceSettled'],
  optionalEvents: ['dormitory.presenceChanged'],
  grants: {
    admin: RESPONSIBLE,
    officer: RESPONSIBLE,
    college: RESPONSIBLE,
    fdy: [...RESPONSIBLE, 'signIn:signPhoto:list'],
    bzr: STAFF,
    teacher: STAFF,
    student: ['signIn:signLine:sign', 'signIn:signMakeup:apply'],
  },
  parameters: PARAMETERS,
})
