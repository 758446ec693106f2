import { definePart } from '#model'
import { planActions } from './model/actions.ts'
import { distributionLine } from './model/line.ts'
import { DISTRIBUTION_MESSAGES } from './model/messages.ts'
import { distributionPair } from './model/pair.ts'
import { distributionPlan } from './model/plan.ts'

const OFFICE = ['distribution:distributionPlan:*', 'distribution:distributionPair:*', 'distribution:distributionLine:*']

/** Spreads new students over the classes of their grade-majors. */
export default definePart({
  code: 'classes',
  entities: [distributionPlan, distributionPair, distributionLine],
  actions: planActions,
  menus: [
    {
      title: '分班',
      path: '/distribution/plans',
      component: 'distribution/PlanPage',
      icon: 'shuffle',
      of: [distributionPlan, distributionPair, distributionLine, ...planActions],
    },
  ],
  messages: Object.values(DISTRIBUTION_MESSAGES),
  grants: { officer: OFFICE, admissions: OFFICE },
})
