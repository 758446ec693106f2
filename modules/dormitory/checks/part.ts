import { definePart } from '#model'
import { checkActions, myRoomChecks, OWN, SCORE, scoreRooms } from './model/actions.ts'
import { civilisedQualifyActions, civilisedQuotaActions, civilisedRoom, civilisedRound, civilisedRoundActions } from './model/civilised.ts'
import { civilisedActions } from './model/civilised-actions.ts'
import './model/flow.ts'
import { CHECK_MESSAGES } from './model/messages.ts'
import { CHECK_PARAMETERS } from './model/parameters.ts'
import { checkRecord, checkTask, checkTaskActions, checkWeek } from './model/record.ts'
import { checkScheme } from './model/scheme.ts'
import { staffActions } from './model/staff-actions.ts'
import { dormViolation } from './model/violation.ts'
import { seizeItem, violationActions } from './model/violation-actions.ts'

const key = (name: string, verbs: readonly string[]): string[] => verbs.map(verb => `dormitory:${name}:${verb}`)
const read = (...names: string[]): string[] => names.flatMap(name => key(name, ['list', 'export']))
const RECORD = ['list', 'add', 'update', 'remove', 'export']
const READ = read('checkRecord', 'checkWeek', 'dormViolation', 'civilisedRoom')
const ANSWER = 'dormitory:checkRecord:answer'
const HEAR = 'dormitory:dormViolation:hear'
const SEIZE = 'dormitory:dormViolation:seize'
/** Listed one by one: checking and one's own room have pages of their own. */
const LISTED = ['dormitory:checkRecord:list', 'dormitory:checkRecord:export', ANSWER]
const CASES = [...key('dormViolation', RECORD), HEAR]

/** Room checks with scores, violations with hearings, and model-room titles. */
export default definePart({
  code: 'checks',
  needs: ['places', 'stays', 'charges', 'nights'],
  entities: [checkScheme, checkTask, checkRecord, checkWeek, dormViolation, civilisedRound, civilisedRoom],
  subjects: [civilisedRoom],
  actions: [
    ...Object.values(checkTaskActions),
    ...Object.values(civilisedRoundActions),
    ...Object.values(civilisedQuotaActions),
    ...Object.values(civilisedQualifyActions),
    ...checkActions,
    ...staffActions,
    ...violationActions,
    ...civilisedActions,
  ],
  menus: [
    {
      title: '检查与卫生',
      icon: 'clipboard-check',
      children: [
        { title: '查寝打分', path: '/dormitory/check/score', component: 'dormitory/CheckScorePage', icon: 'clipboard-pen', of: [scoreRooms], service: { category: 'life' } },
        { title: '我的寝室卫生', path: '/dormitory/check/mine', component: 'dormitory/CheckMinePage', icon: 'sparkles', of: [myRoomChecks], own: 'student' },
        { title: '检查任务', path: '/dormitory/check/tasks', component: 'dormitory/CheckTaskPage', icon: 'clipboard-check', of: [checkTask, checkTaskActions.publish] },
        { title: '检查记录', path: '/dormitory/check/records', component: 'dormitory/CheckRecordPage', icon: 'clipboard-list', of: LISTED },
        { title: '卫生排名', path: '/dormitory/check/ranking', component: 'dormitory/CheckRankPage', icon: 'list-ordered', of: [checkWeek] },
        { title: '宿舍违纪', path: '/dormitory/violations', component: 'dormitory/ViolationPage', icon: 'triangle-alert', of: [...CASES, seizeItem] },
        {
          title: '文明寝室',
          path: '/dormitory/civilised',
          component: 'dormitory/CivilisedPage',
          icon: 'award',
          of: [civilisedRoom, civilisedRound, civilisedRoundActions.publish],
        },
        { title: '检查方案', path: '/dormitory/check/schemes', component: 'dormitory/CheckSchemePage', icon: 'list-checks', of: [checkScheme] },
      ],
    },
  ],
  messages: Object.values(CHECK_MESSAGES),
  parameters: CHECK_PARAMETERS,
  events: ['dormitory.civilisedAwarded', 'dormitory.violationConfirmed', 'dormitory.violationReferred', 'dormitory.weekScored'],
  grants: {
    officer: [
      ...READ,
      ...key('checkScheme', RECORD),
      ...key('checkTask', [...RECORD, 'publish']),
      ...CASES,
      SEIZE,
      ANSWER,
      SCORE,
      ...key('civilisedRound', [...RECORD, 'publish']),
    ],
    // tasks and rounds belong to the office; colleges see their names in the rows
    college: [...READ, HEAR, SCORE],
    fdy: [...READ, ...CASES, SCORE],
    bzr: [...read('checkRecord', 'checkWeek'), SCORE],
    dormManager: [...READ, ...key('dormViolation', ['add', 'update']), SEIZE, ANSWER, SCORE],
    student: [SCORE, OWN],
  },
})
