import { definePart } from '#model'
import { claimActions, holdBed } from './model/actions.ts'
import { CLAIM_MESSAGES } from './model/messages.ts'
import { CLAIM_PARAMETERS } from './model/parameters.ts'
import { CHOOSE, claimCard, claimLog, claimRound, claimRoundActions, claimTeam } from './model/round.ts'
import { claimStaffActions } from './model/staff-actions.ts'
import { teamActions } from './model/team-actions.ts'

const READ = ['dormitory:claimRound:list', 'dormitory:claimRound:export', 'dormitory:claimLog:list', 'dormitory:claimLog:export', 'dormitory:claimTeam:list']

/** Bed allocation by students' choice in rounds. */
export default definePart({
  code: 'claims',
  needs: ['places', 'stays', 'allocation'],
  entities: [claimRound, claimTeam, claimCard, claimLog],
  actions: [...Object.values(claimRoundActions), ...claimActions, ...teamActions, ...claimStaffActions],
  menus: [
    {
      title: '选床位轮次',
      path: '/dormitory/claims',
      component: 'dormitory/ClaimPage',
      icon: 'mouse-pointer-click',
      of: [claimRound, claimRoundActions.publish, claimLog, claimTeam],
    },
    { title: '选床位', path: '/dormitory/choose', component: 'dormitory/ChoosePage', icon: 'bed-single', of: [holdBed], own: 'student', service: { category: 'life' } },
  ],
  messages: Object.values(CLAIM_MESSAGES),
  todoKinds: { claimLeft: '未选床位学生' },
  parameters: CLAIM_PARAMETERS,
  grants: {
    // not all round actions: choosing is for students
    officer: [...READ, ...['add', 'update', 'remove', 'publish'].map(verb => `dormitory:claimRound:${verb}`)],
    college: READ,
    fdy: READ,
    bzr: ['dormitory:claimRound:list'],
    student: [CHOOSE],
    newStudent: [CHOOSE],
  },
})
