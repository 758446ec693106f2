import { defineModule } from '#model'
import { caseCounts, closeCase, followCase, graveCards, ownCards, raisedCards, weights } from './model/actions.ts'
import { WARNING_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { warningCase } from './model/warning-case.ts'
import { markStudent, warningMark } from './model/warning-mark.ts'
import { warningRule } from './model/warning-rule.ts'
import { warningSignal } from './model/warning-signal.ts'
import { planActions, weightPlan } from './model/weight-plan.ts'

const WORK = [ownCards, followCase, closeCase, markStudent, weights].map(a => a.permission)
/** 学生预警: brings the student who needs a person to that person, with reasons. Nothing else reads it. */
export default defineModule({
  code: 'warning',
  name: '学生预警',
  needs: ['system', 'campus', 'student', 'message', 'workflow'],
  entities: [warningRule, warningSignal, warningMark, warningCase, weightPlan],
  actions: [ownCards, raisedCards, graveCards, caseCounts, followCase, closeCase, markStudent, weights, ...planActions],
  menus: [
    {
      title: '学生预警',
      icon: 'triangle-alert',
      domain: 'daily',
      children: [
        {
          title: '预警名单',
          path: '/warning/cards',
          component: 'warning/CardsPage',
          icon: 'triangle-alert',
          of: [ownCards, followCase, closeCase, markStudent],
          service: { title: '学生预警', category: 'life' },
        },
        { title: '预警上报', path: '/warning/raised', component: 'warning/RaisedPage', icon: 'bell-ring', of: [caseCounts, raisedCards, graveCards] },
        { title: '预警规则', path: '/warning/weights', component: 'warning/WeightsPage', icon: 'scale', of: [weights] },
        { title: '调整预警规则', path: '/warning/plan', component: 'warning/PlanPage', icon: 'sliders-horizontal', of: planActions },
      ],
    },
  ],
  messages: Object.values(WARNING_MESSAGES),
  events: ['warning.signalRaised', 'warning.caseReferred', 'warning.caseHandled'],
  grants: {
    admin: ['warning:*'],
    fdy: WORK,
    bzr: WORK,
    officer: [caseCounts, graveCards, weights, ...planActions].map(a => a.permission),
    college: [caseCounts, raisedCards, weights].map(a => a.permission),
    student: [weights.permission],
  },
  parameters: PARAMETERS,
})
