import type { Part } from '../part.ts'
import { commitPlan, confirmPart, presortActions, publishPlan, simulate } from './actions.ts'
import { adjustLines, presortAdjustments } from './adjust-actions.ts'
import { PRESORT_MESSAGES } from './messages.ts'
import { PRESORT_PARAMETERS } from './parameters.ts'
import { presortPlan, presortQuota } from './plan.ts'
import { presortReadings } from './read-actions.ts'
import { presortLine, presortPart, presortPin, presortRun } from './result.ts'
import { presortWish } from './wish.ts'
import { myWish, wishActions } from './wish-actions.ts'

const SEE = ['dormitory:presortPlan:list', 'dormitory:presortLine:list', 'dormitory:presortLine:export', 'dormitory:presortQuota:list']
const OWN = [...SEE, adjustLines.permission, 'dormitory:presortPin:*']

/** Bed assignment by rules: simulated, adjusted by hand, committed and undone as a whole. */
export const presort: Part = {
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
    { title: '住宿意愿', path: '/dormitory/wish', component: 'dormitory/WishPage', icon: 'hand-heart', of: [myWish] },
  ],
  messages: Object.values(PRESORT_MESSAGES),
  parameters: PRESORT_PARAMETERS,
  grants: {
    officer: ['dormitory:presortPlan:*', 'dormitory:presortQuota:*', ...OWN],
    college: [...OWN, confirmPart.permission],
    student: ['dormitory:presortWish:mine'],
  },
}
