import { defineModule } from '#model'
import { presenceBoard } from './model/actions.ts'
import { PARAMETERS } from './model/parameters.ts'
import { presenceChange, presenceState } from './model/presence-state.ts'

const READ = ['presence:presenceState:list', 'presence:presenceState:export']
export default defineModule({
  code: 'presence',
  name: '在校状态',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave', 'outing', 'signIn', 'dormitory', 'offCampus'],
  entities: [presenceState, presenceChange],
  actions: [presenceBoard],
  menus: [
    {
      title: '在校状态',
      icon: 'map-pin',
      domain: 'daily',
      children: [
        { title: '在校概况', path: '/presence/board', component: 'presence/BoardPage', icon: 'gauge', of: [presenceBoard] },
        { title: '状态名单', path: '/presence/states', component: 'presence/StatePage', icon: 'users', of: [presenceState] },
      ],
    },
  ],
  grants: {
    admin: ['presence:*'],
    officer: READ,
    college: READ,
    fdy: READ,
    bzr: ['presence:presenceState:list'],
  },
  parameters: PARAMETERS,
})
