import { definePart } from '#model'
import * as act from './model/actions.ts'
import { levelAdjustment } from './model/adjustment.ts'
import { adjustmentApplication } from './model/application.ts'
import { levelCheck } from './model/check.ts'
import './model/flow.ts'
import { ADJUSTMENT_MESSAGES } from './model/messages.ts'

const READ = ['hardship:levelAdjustment:list', 'hardship:levelAdjustment:export', 'hardship:levelAdjustment:reveal', 'hardship:levelCheck:list', 'hardship:levelCheck:reveal']

/** Changes of levels within the year: raised after an event, lowered after hearing the student, ended for a false statement; and the checks of each term. */
export default definePart({
  code: 'adjustments',
  needs: ['levels', 'recognition'],
  entities: [levelAdjustment, levelCheck],
  subjects: [levelAdjustment],
  actions: [...act.adjustmentActions, ...Object.values(adjustmentApplication)],
  menus: [
    {
      title: '困难等级调整',
      path: '/hardship/adjust',
      component: 'hardship/MyAdjustmentPage',
      icon: 'sliders-horizontal',
      of: [adjustmentApplication.apply],
      own: 'student',
      service: { title: '困难等级调整', category: 'money' },
    },
    {
      title: '动态调整',
      path: '/hardship/adjustments',
      component: 'hardship/AdjustmentPage',
      icon: 'arrow-left-right',
      of: [levelAdjustment, act.proposeLowering, act.decideAdjustment, adjustmentApplication.applyFor],
    },
    { title: '困难核查', path: '/hardship/checks', component: 'hardship/CheckPage', icon: 'clipboard-check', of: [levelCheck, act.recordCheck, act.drawChecks] },
  ],
  messages: Object.values(ADJUSTMENT_MESSAGES),
  grants: {
    officer: [...READ, act.proposeLowering.permission, act.decideAdjustment.permission, adjustmentApplication.applyFor.permission, act.drawChecks.permission],
    college: [...READ, act.proposeLowering.permission, adjustmentApplication.applyFor.permission],
    fdy: [...READ, act.proposeLowering.permission, adjustmentApplication.applyFor.permission, act.recordCheck.permission],
    student: [adjustmentApplication.apply.permission],
  },
})
