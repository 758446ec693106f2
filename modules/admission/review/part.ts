import { definePart } from '#model'
import { concludeReexamination, judgeReexamination, reexaminationActions } from './model/actions.ts'
import { REVIEW_MESSAGES } from './model/messages.ts'
import { REVIEW_PARAMETERS } from './model/parameters.ts'
import { entryReexamination } from './model/reexamination.ts'
import { admissionRetention } from './model/retention.ts'
import { retentionApplication } from './model/retention-application.ts'
import './model/retention-flow.ts'

const LIST = ['admission:entryReexamination:list', 'admission:entryReexamination:export', 'admission:entryReexamination:reveal']
const RETENTIONS = ['admission:admissionRetention:list', 'admission:admissionRetention:export', 'admission:admissionRetention:reveal']

/** The re-examination of new students, and who keeps the admission. */
export default definePart({
  code: 'review',
  needs: ['roll'],
  entities: [entryReexamination, admissionRetention],
  subjects: [admissionRetention],
  actions: [...reexaminationActions, ...Object.values(retentionApplication)],
  menus: [
    { title: '资格复查', path: '/admission/reexamine', component: 'admission/ReexaminePage', icon: 'user-round-check', of: [judgeReexamination] },
    { title: '复查进度', path: '/admission/reexaminations', component: 'admission/ReexaminationsPage', icon: 'list-checks', of: [...LIST, concludeReexamination] },
    { title: '保留入学资格', path: '/admission/retentions', component: 'admission/RetentionPage', icon: 'calendar-clock', of: RETENTIONS },
    { title: '申请保留入学资格', hidden: true, of: [retentionApplication.apply] },
  ],
  pages: [{ path: '/welcome/retention', title: '保留入学资格', component: 'admission/MyRetentionPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(REVIEW_MESSAGES),
  parameters: REVIEW_PARAMETERS,
  grants: {
    admissions: [...LIST, judgeReexamination.permission, ...RETENTIONS],
    officer: [...LIST, judgeReexamination.permission, concludeReexamination.permission, ...RETENTIONS],
    college: [...LIST, judgeReexamination.permission, ...RETENTIONS],
    fdy: LIST.slice(0, 1),
    newStudent: [retentionApplication.apply.permission],
  },
})
