import { definePart } from '#model'
import { commitPlan, confirmPart, presortActions, publishPlan, simulate } from './model/actions.ts'
import { adjustLines, presortAdjustments } from './model/adjust-actions.ts'
import { PRESORT_MESSAGES } from './model/messages.ts'
import { PRESORT_PARAMETERS } from './model/parameters.ts'
import { presortPlan, presortQuota } from './model/plan.ts'
import { presortReadings } from './model/read-actions.ts'
import { presortLine, presortPart, presortPin, presortRun } from './model/result.ts'
import { presortWish } from './model/wish.ts'
import { myWish, wishActions } from './model/wish-actions.ts'

const SEE = ['dormitory:presortPlan:list', 'dormitory:presortLine:list', 'dormitory:presortLine:export', 'dormitory:presortQuota:list']
const OWN = [...SEE, adjustLines.permission, 'dormitory:presortPin:*']

/** Bed assignment by rules: simulated, adjusted by hand, committed and undone as a whole. */
export default definePart({
  code: 'allocation',
  needs: ['places', 'stays'],
  entities: [presortPlan, presortQuota, presortWish, presortRun, presortPin, presortLine, presortPart],
  actions: [...presortReadings, ...presortActions, ...presortAdjustments, ...wishActions],
  menus: [
    {
      title: '预分配',
      path: '/dormitory/presort',
      component: 'dormitory/PresortPage',
      icon: 'sliders-horizontal',
      of: [presortPlan, simulate, commitPlan, publishPlan, presortQuota, presortPin, presortLine, adjustLines, confirmPart],
    },
    { title: '住宿意愿', path: '/dormitory/wish', component: 'dormitory/WishPage', icon: 'hand-heart', of: [myWish], own: 'student', service: { category: 'life' } },
  ],
  messages: Object.values(PRESORT_MESSAGES),
  parameters: PRESORT_PARAMETERS,
  grants: {
    officer: ['dormitory:presortPlan:*', 'dormitory:presortQuota:*', ...OWN],
    college: [...OWN, confirmPart.permission],
    student: ['dormitory:presortWish:mine'],
  },
})
