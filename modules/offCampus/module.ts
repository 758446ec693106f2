import { defineModule } from '#model'
import { endStay, noteCall, revokeStay, sharedAddresses, solveCheck, stayActions } from './model/actions.ts'
import { stayApplication } from './model/application.ts'
import './model/flow.ts'
import { STAY_MESSAGES } from './model/messages.ts'
import { offCampusCheck } from './model/off-campus-check.ts'
import { offCampusReport } from './model/off-campus-report.ts'
import { offCampusStay } from './model/off-campus-stay.ts'
import { PARAMETERS } from './model/parameters.ts'
import { stayStatistics } from './model/statistics.ts'

const read = (of: string): string[] => [`offCampus:${of}:list`, `offCampus:${of}:export`]
const STAYS = read('offCampusStay')
const CHECKS = [...read('offCampusCheck'), 'offCampus:offCampusCheck:add', solveCheck.permission]
const REPORTS = read('offCampusReport')
const ACTS = [noteCall, endStay, revokeStay].map(a => a.permission)
const REVEAL = 'offCampus:offCampusStay:reveal'
const STAFF = [...STAYS, ...CHECKS, ...REPORTS, ...ACTS, REVEAL, stayStatistics.permission]

export default defineModule({
  code: 'offCampus',
  name: '校外住宿',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'family', 'dormitory'],
  entities: [offCampusStay, offCampusReport, offCampusCheck],
  subjects: [offCampusStay],
  actions: [...stayActions, stayStatistics, stayStatistics.sheet],
  parameters: PARAMETERS,
  menus: [
    {
      title: '校外住宿',
      icon: 'house',
      domain: 'housing',
      children: [
        {
          title: '我的校外住宿',
          path: '/offCampus/mine',
          component: 'offCampus/MinePage',
          icon: 'house',
          of: [stayApplication.apply],
          own: 'student',
          service: { title: '校外住宿', category: 'life' },
        },
        { title: '申请校外住宿', path: '/offCampus/apply', component: 'offCampus/ApplyPage', icon: 'house', of: [stayApplication.apply], own: 'student' },
        { title: '校外住宿审核', path: '/offCampus/stays', component: 'offCampus/StayPage', icon: 'clipboard-check', of: [...STAYS, REVEAL, noteCall] },
        { title: '在外名单', path: '/offCampus/living', component: 'offCampus/LivingPage', icon: 'map-pin', of: [...STAYS, ...REPORTS, endStay, revokeStay, sharedAddresses] },
        { title: '走访检查', path: '/offCampus/checks', component: 'offCampus/CheckPage', icon: 'footprints', of: [...CHECKS] },
        { title: '到期与返校', path: '/offCampus/returns', component: 'offCampus/ReturnPage', icon: 'calendar-clock', of: [...STAYS, endStay] },
        { title: '校外住宿统计', path: '/offCampus/statistics', component: 'offCampus/StatisticsPage', icon: 'chart-column', of: [stayStatistics] },
      ],
    },
  ],
  messages: Object.values(STAY_MESSAGES),
  events: ['offCampus.begun', 'offCampus.changed', 'offCampus.ended'],
  grants: {
    officer: STAFF,
    college: STAFF,
    fdy: STAFF,
    bzr: STAYS,
    student: [stayApplication.apply.permission],
  },
})
