import { definePart } from '#model'
import { memberSteps, mySteps, reopenStep, settleStep, stepActions } from './model/actions.ts'
import { batchActions, welcomeBatch } from './model/batch.ts'
import { UNFINISHED, WELCOME_MESSAGES } from './model/messages.ts'
import { welcomePoint } from './model/point.ts'
import { welcomeStep } from './model/step.ts'
import { welcomeMember, welcomeStepState } from './model/step-state.ts'

/** Listed one by one: new students hold a permission of their own. */
const MEMBERS = ['welcome:welcomeMember:list', 'welcome:welcomeMember:export']
const STATES = ['welcome:welcomeStepState:list', 'welcome:welcomeStepState:export']
const SEE = ['welcome:welcomeBatch:list', 'welcome:welcomeStep:list', 'welcome:welcomePoint:list', ...MEMBERS, ...STATES, memberSteps.permission]

/** Batches, their steps and points, and how far each new student is. */
export default definePart({
  code: 'steps',
  entities: [welcomeBatch, welcomeStep, welcomePoint, welcomeMember, welcomeStepState],
  subjects: [welcomeMember, welcomeStepState],
  actions: [...Object.values(batchActions), ...stepActions],
  menus: [
    { title: '批次与环节', path: '/welcomes/batches', component: 'welcome/BatchPage', icon: 'workflow', of: [welcomeBatch, batchActions.publish, welcomeStep] },
    { title: '办理点', path: '/welcomes/points', component: 'welcome/PointPage', icon: 'map-pin', of: [welcomePoint] },
    { title: '新生名单', path: '/welcomes/members', component: 'welcome/MemberPage', icon: 'list-checks', of: [...MEMBERS, settleStep, reopenStep, ...STATES] },
    { title: '我的迎新', hidden: true, of: [mySteps.permission] },
  ],
  pages: [{ path: '/welcome/index', title: '迎新', component: 'welcome/WelcomeIndexPage', access: 'signedIn', frame: 'bare' }],
  messages: Object.values(WELCOME_MESSAGES),
  events: ['welcome.arrived', 'welcome.stepChanged'],
  todoKinds: { [UNFINISHED]: '迎新未办环节' },
  grants: {
    admissions: [...SEE, 'welcome:welcomeBatch:*', 'welcome:welcomeStep:*', 'welcome:welcomePoint:*', settleStep.permission, reopenStep.permission],
    officer: [...SEE, settleStep.permission],
    college: [...SEE, settleStep.permission],
    fdy: [...SEE, settleStep.permission],
    newStudent: [mySteps.permission],
  },
})
