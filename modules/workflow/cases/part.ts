import { definePart } from '#model'
import { caseOf } from './model/case.ts'
import { decideActions } from './model/decide.ts'
import { delegation, processCc, processInstance, processLog, processTask } from './model/instance.ts'
import { FLOW_MESSAGES } from './model/messages.ts'
import { myCaseCounts, myCases } from './model/my-cases.ts'

/** Applications on their way through a workflow: what approvers see and decide, deputies, deadlines, the paper. */
export default definePart({
  code: 'cases',
  needs: ['flows'],
  entities: [processInstance, processTask, processLog, processCc, delegation],
  subjects: [processInstance],
  actions: [caseOf, myCases, myCaseCounts, ...decideActions],
  menus: [
    // users who can delegate their approvals are approvers
    {
      title: '我的审批',
      path: '/workflow/approvals',
      component: 'workflow/ApprovalPage',
      icon: 'clipboard-check',
      of: ['workflow:delegation:list'],
      service: { category: 'office', first: 1 },
      own: 'everybody',
    },
  ],
  pages: [
    { path: '/workflow/case/:id', title: '申请详情', component: 'workflow/CasePage', access: 'signedIn', frame: 'shell' },
    { path: '/workflow/approvals', title: '我的审批', component: 'workflow/ApprovalPage', access: 'signedIn', frame: 'shell' },
  ],
  messages: Object.values(FLOW_MESSAGES),
  todoKinds: { approval: '审批' },
  widgets: [{ code: 'workflow.approvals', title: '待我审批', component: 'workflow/ApprovalsWidget', size: [4, 5], least: [3, 3], for: 'staff' }],
  events: ['workflow.decided', 'workflow.submitted'],
  grants: {
    college: ['workflow:delegation:*'],
    ...Object.fromEntries(
      ['fdy', 'bzr', 'teacher', 'dormManager', 'finance', 'league', 'admissions', 'psychologist'].map(role => [
        role,
        ['workflow:delegation:list', 'workflow:delegation:add', 'workflow:delegation:update', 'workflow:delegation:remove'],
      ]),
    ),
  },
})
