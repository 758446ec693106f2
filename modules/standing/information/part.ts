import { definePart } from '#model'
import { infoActions, infoApplication, markInfoSynced } from './model/application.ts'
import { fieldPolicy } from './model/field-policy.ts'
import { infoChange } from './model/info-change.ts'
import { infoCheck, infoCheckActions, infoCheckLine, ownChecks } from './model/info-check.ts'
import './model/flow.ts'
import { CHANGE_NEWS, INFORMATION_MESSAGES } from './model/messages.ts'
import { INFORMATION_PARAMETERS } from './model/parameters.ts'

/** Listed one by one: applying has pages of its own, else students would be granted the list as well. */
const LIST = ['standing:infoChange:list', 'standing:infoChange:export']

const LINES = ['standing:infoCheckLine:list', 'standing:infoCheckLine:export']
const CHECKS = 'standing:infoCheck:*'

/** Changes of students' personal fields by policy: free, approved or locked; and the yearly check. */
export default definePart({
  code: 'information',
  needs: ['changes'],
  entities: [fieldPolicy, infoChange, infoCheck, infoCheckLine],
  subjects: [infoChange],
  actions: [...infoActions, ...infoCheckActions],
  menus: [
    { title: '信息变更', path: '/standing/information', component: 'standing/InformationPage', icon: 'file-check', of: [...LIST, infoApplication.applyFor, markInfoSynced] },
    { title: '信息核对', path: '/standing/checks', component: 'standing/InfoCheckPage', icon: 'clipboard-check', of: [infoCheck, ...LINES] },
    { title: '信息变更规则', path: '/standing/policies', component: 'standing/PolicyPage', icon: 'list-checks', of: [fieldPolicy] },
    {
      title: '申请更正信息',
      path: '/standing/information/apply',
      component: 'standing/InfoApplyPage',
      icon: 'file-check',
      of: [infoApplication.apply],
      own: 'student',
      service: { title: '更正信息', category: 'study' },
    },
    {
      title: '核对我的信息',
      path: '/standing/information/check',
      component: 'standing/MyInfoCheckPage',
      icon: 'clipboard-check',
      of: [ownChecks.answer],
      own: 'student',
      service: { title: '信息核对', category: 'study' },
    },
    { title: '我的信息变更', path: '/standing/information/mine', component: 'standing/InfoMinePage', icon: 'history', of: [infoApplication.apply], own: 'student' },
  ],
  messages: [...Object.values(INFORMATION_MESSAGES), ...Object.values(CHANGE_NEWS)],
  parameters: INFORMATION_PARAMETERS,
  grants: {
    officer: ['standing:fieldPolicy:*', ...LIST, infoApplication.applyFor.permission, markInfoSynced.permission, CHECKS, ...LINES],
    college: [...LIST, 'standing:infoCheck:list', ...LINES],
    fdy: [...LIST, 'standing:infoCheck:list', ...LINES],
    bzr: ['standing:infoCheck:list', 'standing:infoCheckLine:list'],
    student: [infoApplication.apply.permission, ownChecks.answer.permission],
  },
})
