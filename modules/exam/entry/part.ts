import { definePart } from '#model'
import { examApplicant } from './model/applicant.ts'
import { examApplication, examChoice } from './model/application.ts'
import { batchActions, examBatch } from './model/batch.ts'
import { examCandidate } from './model/candidate.ts'
import { EXAM_MESSAGES } from './model/messages.ts'
import { OWN, ownActions } from './model/own-actions.ts'
import { ENTRY_PARAMETERS } from './model/parameters.ts'
import { examPlan } from './model/plan.ts'
import { cancelApplication, entryBoard, REVIEW, reviewActions } from './model/review-actions.ts'

/** Listed one by one: applicants hold a permission of their own. */
const ROWS = [
  'exam:examApplication:list',
  'exam:examApplication:export',
  'exam:examApplicant:list',
  'exam:examApplicant:export',
  'exam:examChoice:list',
  'exam:examApplicant:reveal',
  'exam:examApplication:reveal',
]
const SEE = ['exam:examBatch:list', 'exam:examPlan:list', 'exam:examPlan:export', 'exam:examCandidate:list', ...ROWS]

/** Batches and plans, who may register, registrations, their review and the fee. */
export default definePart({
  code: 'entry',
  entities: [examBatch, examPlan, examCandidate, examApplicant, examApplication, examChoice],
  subjects: [examApplication],
  actions: [...Object.values(batchActions), ...ownActions, ...reviewActions],
  menus: [
    { title: '报名管理', path: '/exam/applications', component: 'exam/ApplicationPage', icon: 'list-checks', of: [...ROWS, entryBoard, cancelApplication] },
    { title: '资格审核', path: '/exam/review', component: 'exam/ReviewPage', icon: 'user-check', of: [REVIEW] },
    { title: '考试批次', path: '/exam/batches', component: 'exam/BatchPage', icon: 'workflow', of: [examBatch, batchActions.publish] },
    { title: '招生计划', path: '/exam/plans', component: 'exam/PlanPage', icon: 'table', of: [examPlan] },
    { title: '省招办名单', path: '/exam/candidates', component: 'exam/CandidatePage', icon: 'users', of: [examCandidate] },
    { title: '我的考试', hidden: true, of: [OWN] },
  ],
  pages: [
    { path: '/dzks/exame/index', title: '考试报名', component: 'exam/ExamIndexPage', access: 'signedIn', frame: 'bare' },
    { path: '/dzks/exame/apply', title: '我的报名', component: 'exam/ApplyPage', access: 'signedIn', frame: 'bare' },
  ],
  messages: Object.values(EXAM_MESSAGES),
  parameters: ENTRY_PARAMETERS,
  grants: {
    admissions: [...SEE, 'exam:examBatch:*', 'exam:examPlan:*', 'exam:examCandidate:*', REVIEW, cancelApplication.permission],
    officer: SEE,
    applicant: [OWN],
  },
})
