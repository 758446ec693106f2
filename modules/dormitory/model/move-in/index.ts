import type { Part } from '../part.ts'
import { moveInActions, publishMoveIn } from './actions.ts'
import { MOVE_IN_MESSAGES } from './messages.ts'
import { MOVE_IN_PARAMETERS } from './parameters.ts'
import { moveInChoice, moveInPlan } from './plan.ts'

const LIST = ['dormitory:moveInChoice:list', 'dormitory:moveInChoice:export']
const PLANS = 'dormitory:moveInPlan:list'

/** Arrival slots of the moving day. Students choose with their permission on 我的宿舍. */
export const moveIn: Part = {
  entities: [moveInPlan, moveInChoice],
  actions: moveInActions,
  menus: [{ title: '搬入日', path: '/dormitory/move-in', component: 'dormitory/MoveInPage', icon: 'calendar-check', of: [...LIST, moveInPlan, publishMoveIn] }],
  messages: Object.values(MOVE_IN_MESSAGES),
  parameters: MOVE_IN_PARAMETERS,
  grants: {
    officer: ['dormitory:moveInPlan:*', ...LIST],
    dormManager: [PLANS, ...LIST],
    college: LIST,
    fdy: LIST,
    bzr: ['dormitory:moveInChoice:list'],
  },
}
