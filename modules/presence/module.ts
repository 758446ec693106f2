import { defineModule } from '#model'
import { presenceBoard } from './model/actions.ts'
import { presenceConflict, resolveConflict } from './model/conflict.ts'
import { DIGEST_MESSAGE, PRESENCE_MESSAGES } from './model/messages.ts'
import { answerObjection, objectionActions, objectToState, presenceObjection } from './model/objection.ts'
import { myPresence, presenceEvidence } from './model/own-actions.ts'
import { PARAMETERS } from './model/parameters.ts'
import { presenceChange, presenceState } from './model/presence-state.ts'
import { emergencyRoll } from './model/roll.ts'
import { conflictStatistics } from './model/statistics.ts'

const READ = ['presence:presenceState:list', 'presence:presenceState:export', presenceEvidence.permission]
const OBJECTIONS = ['presence:presenceObjection:list', 'presence:presenceObjection:export', answerObjection.permission]
const CONFLICTS = ['presence:presenceConflict:list', 'presence:presenceConflict:export', resolveConflict.permission]
const STAFF = [...READ, ...OBJECTIONS, ...CONFLICTS, emergencyRoll.permission, conflictStatistics.permission]
export default defineModule({
  code: 'presence',
  name: '在校状态',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave', 'outing', 'signIn', 'dormitory', 'offCampus'],
  entities: [presenceState, presenceChange, presenceObjection, presenceConflict],
  subjects: [presenceState],
  actions: [presenceBoard, presenceEvidence, myPresence, ...objectionActions, resolveConflict, emergencyRoll, conflictStatistics, conflictStatistics.sheet],
  menus: [
    {
      title: '在校状态',
      icon: 'map-pin',
      domain: 'daily',
      children: [
        { title: '在校概况', path: '/presence/board', component: 'presence/BoardPage', icon: 'gauge', of: [presenceBoard] },
        { title: '状态名单', path: '/presence/states', component: 'presence/StatePage', icon: 'users', of: [presenceState, presenceEvidence] },
        { title: '状态矛盾', path: '/presence/conflicts', component: 'presence/ConflictPage', icon: 'alarm-clock', of: [presenceConflict, resolveConflict] },
        { title: '紧急点名', path: '/presence/roll', component: 'presence/RollPage', icon: 'list-checks', of: [emergencyRoll], service: { title: '紧急点名', category: 'life' } },
        { title: '状态异议', path: '/presence/objections', component: 'presence/ObjectionPage', icon: 'message-square', of: [presenceObjection, answerObjection] },
        { title: '在校状态统计', path: '/presence/statistics', component: 'presence/StatisticsPage', icon: 'chart-column', of: [conflictStatistics] },
        {
          title: '我的在校状态',
          path: '/presence/mine',
          component: 'presence/MinePage',
          icon: 'map-pin',
          of: [myPresence, objectToState],
          own: 'student',
          service: { title: '在校状态', category: 'life' },
        },
      ],
    },
  ],
  grants: {
    admin: ['presence:*'],
    officer: STAFF,
    college: STAFF,
    fdy: STAFF,
    bzr: ['presence:presenceState:list'],
    dormManager: [emergencyRoll.permission],
    student: [myPresence.permission],
  },
  messages: [...Object.values(PRESENCE_MESSAGES), DIGEST_MESSAGE],
  events: ['presence.conflictOpened'],
  parameters: PARAMETERS,
})
