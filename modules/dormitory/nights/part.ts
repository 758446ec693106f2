import { definePart } from '#model'
import { correctLine, handleCases, nightActions, PRESS, submitPatrol } from './model/actions.ts'
import { NIGHT_MESSAGES } from './model/messages.ts'
import { dutyActions, nightDuty } from './model/night-duty.ts'
import { dormPatrol, nightCount, nightLine } from './model/night-line.ts'
import { nightSetting } from './model/night-setting.ts'
import { NIGHT_PARAMETERS } from './model/parameters.ts'
import { nightStatistics, readingActions } from './model/read-actions.ts'

const WATCH = 'dormitory:nightLine:list'
/** Listed one by one: students' actions have a page of their own, else they would be granted the list as well. */
const LINES = [WATCH, 'dormitory:nightLine:export']
const PATROLS = ['dormitory:dormPatrol:list', 'dormitory:dormPatrol:export']
const STAFF = [...LINES, handleCases.permission, correctLine.permission, nightStatistics.permission]

/** 晚点名: presence per night with its evidence, and follow-up of every open case the same night. */
export default definePart({
  code: 'nights',
  needs: ['places', 'stays', 'access'],
  entities: [nightLine, dormPatrol, nightCount, nightSetting, nightDuty],
  subjects: [nightLine],
  actions: [...nightActions, ...readingActions, ...dutyActions],
  menus: [
    {
      title: '晚点名',
      icon: 'moon',
      children: [
        {
          title: '我的晚点名',
          path: '/dormitory/night/mine',
          component: 'dormitory/NightMinePage',
          icon: 'moon',
          of: [PRESS],
          own: 'student',
          service: { title: '晚点名', category: 'life', first: 4 },
        },
        { title: '今晚看板', path: '/dormitory/night', component: 'dormitory/NightBoardPage', icon: 'gauge', of: [WATCH], service: { category: 'life', first: 4 } },
        { title: '查寝', path: '/dormitory/night/patrol', component: 'dormitory/PatrolPage', icon: 'footprints', of: [submitPatrol], service: { category: 'life', first: 5 } },
        {
          title: '未归处置',
          path: '/dormitory/night/cases',
          component: 'dormitory/NightCasePage',
          icon: 'phone-call',
          of: [handleCases],
          service: { category: 'life', first: 3 },
        },
        {
          title: '归寝记录',
          path: '/dormitory/night/lines',
          component: 'dormitory/NightLinePage',
          icon: 'clipboard-list',
          of: [...LINES, correctLine, 'dormitory:nightLine:reveal'],
        },
        { title: '查寝记录', path: '/dormitory/night/patrols', component: 'dormitory/PatrolListPage', icon: 'footprints', of: PATROLS },
        { title: '归寝统计', path: '/dormitory/night/statistics', component: 'dormitory/NightStatisticsPage', icon: 'chart-column', of: [nightStatistics] },
        { title: '夜间值班', path: '/dormitory/night/duty', component: 'dormitory/NightDutyPage', icon: 'calendar-clock', of: [nightDuty] },
        { title: '点名方式', path: '/dormitory/night/settings', component: 'dormitory/NightSettingPage', icon: 'settings', of: [nightSetting] },
      ],
    },
  ],
  messages: Object.values(NIGHT_MESSAGES),
  todoKinds: { nightCases: '未归处置' },
  parameters: NIGHT_PARAMETERS,
  events: ['dormitory.nightResult', 'dormitory.nightSeen'],
  optionalEvents: ['offCampus.begun', 'offCampus.changed', 'offCampus.ended'],
  grants: {
    officer: [...STAFF, ...PATROLS, 'dormitory:nightSetting:*', 'dormitory:nightDuty:*'],
    college: [...STAFF, 'dormitory:nightDuty:*'],
    fdy: STAFF,
    bzr: [WATCH, nightStatistics.permission],
    dormManager: [...LINES, ...PATROLS, correctLine.permission, submitPatrol.permission, nightStatistics.permission, 'dormitory:nightSetting:list'],
    student: [PRESS],
  },
})
