import { definePart } from '#model'
import { changeActions, changeStatistics, comingChanges, fileTransfer, markSynced, retryEffect, reverseChange } from './model/actions.ts'
import { changeApplication } from './model/application.ts'
import { changeType } from './model/change-type.ts'
import './model/flow.ts'
import { CHANGE_MESSAGES } from './model/messages.ts'
import { CHANGE_PARAMETERS } from './model/parameters.ts'
import { statusChange } from './model/status-change.ts'

/** Listed one by one: applying has pages of its own, else students would be granted the list as well. */
const LIST = ['standing:statusChange:list', 'standing:statusChange:export', 'standing:statusChange:reveal']
const OFFICE = [reverseChange, markSynced, retryEffect, fileTransfer].map(a => a.permission)
const STAFF = [...LIST, changeApplication.applyFor.permission, changeStatistics.permission]
/** Opens every paper of whoever holds it, record cards among them. */
const PRINT = 'sheet:print:issue'
const TYPES = 'standing:changeType:list'

/** Changes of students' standing: suspension, return, transfer, withdrawal and the others, from the application to the effect on its day. */
export default definePart({
  code: 'changes',
  entities: [changeType, statusChange],
  subjects: [statusChange],
  actions: changeActions,
  menus: [
    {
      title: '申请学籍异动',
      path: '/standing/apply',
      component: 'standing/ChangeApplyPage',
      icon: 'arrow-left-right',
      of: [changeApplication.apply],
      own: 'student',
      service: { title: '学籍异动', category: 'study' },
    },
    { title: '我的学籍异动', path: '/standing/mine', component: 'standing/ChangeMinePage', icon: 'history', of: [changeApplication.apply], own: 'student' },
    {
      title: '异动申请',
      path: '/standing/changes',
      component: 'standing/ChangePage',
      icon: 'arrow-left-right',
      of: [...LIST, 'standing:statusChange:import', changeApplication.applyFor, reverseChange, markSynced, retryEffect, fileTransfer, PRINT],
    },
    { title: '异动日历', path: '/standing/coming', component: 'standing/ComingPage', icon: 'calendar-days', of: [comingChanges] },
    { title: '异动统计', path: '/standing/statistics', component: 'standing/StatisticsPage', icon: 'chart-column', of: [changeStatistics] },
    { title: '异动类型', path: '/standing/types', component: 'standing/TypePage', icon: 'tags', of: [changeType] },
  ],
  messages: Object.values(CHANGE_MESSAGES),
  parameters: CHANGE_PARAMETERS,
  todoKinds: { soldierChange: '入伍学生的学籍' },
  optionalEvents: ['enlistment.stageChanged', 'discipline.executed'],
  grants: {
    officer: ['standing:changeType:*', ...STAFF, ...OFFICE, PRINT, 'standing:statusChange:import'],
    college: [TYPES, ...STAFF, PRINT],
    fdy: [TYPES, ...STAFF],
    bzr: [TYPES, 'standing:statusChange:list'],
    student: [changeApplication.apply.permission],
  },
})
