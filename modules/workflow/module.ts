import { defineModule } from '#model'
import { caseOf } from './model/case.ts'
import { studentFactList } from './model/conditions.ts'
import { decideActions } from './model/decide.ts'
import { delegation, processCc, processInstance, processLog, processTask } from './model/instance.ts'
import { FLOW_MESSAGES } from './model/messages.ts'
import { myCaseCounts, myCases } from './model/my-cases.ts'
import { noticePeople, publicNotice, publicNoticeLine, runningNotices } from './model/notice.ts'
import { NOTICE_MESSAGES } from './model/notice-messages.ts'
import { decideObjection, objection, objectionActions, raiseObjection } from './model/objection.ts'
import { handOver, oversightActions } from './model/oversight.ts'
import { PARAMETERS } from './model/parameters.ts'
import { processBinding, processDef, processVersion } from './model/process.ts'
import { designActions } from './model/process-design.ts'
import { keepingActions } from './model/process-keeping.ts'
import { ROUND_MESSAGES } from './model/round-messages.ts'
import { seatBalance, seatEntry } from './model/round-quota.ts'
import { getMyTaskSelect, getTaskSelect } from './model/round-select.ts'

const RAISE = 'workflow:objection:raise'
/** Notices within scope, with their state. */
const WATCH = ['workflow:publicNotice:list', 'workflow:publicNoticeLine:list']
export default defineModule({
  code: 'workflow',
  name: '流程',
  needs: ['system', 'campus', 'student', 'message'],
  entities: [
    processDef,
    processVersion,
    processBinding,
    processInstance,
    processTask,
    processLog,
    processCc,
    delegation,
    publicNotice,
    publicNoticeLine,
    objection,
    seatBalance,
    seatEntry,
  ],
  subjects: [processInstance],
  actions: [
    ...designActions,
    ...keepingActions,
    caseOf,
    myCases,
    myCaseCounts,
    ...decideActions,
    ...oversightActions,
    getTaskSelect,
    getMyTaskSelect,
    runningNotices,
    noticePeople,
    studentFactList,
    ...objectionActions,
  ],
  menus: [
    {
      title: '流程',
      icon: 'workflow',
      children: [
        // users who can delegate their approvals are approvers
        { title: '我的审批', path: '/workflow/approvals', component: 'workflow/ApprovalPage', icon: 'clipboard-check', of: ['workflow:delegation:list'] },
        {
          title: '流程设计',
          path: '/workflow/flows',
          component: 'workflow/FlowPage',
          icon: 'workflow',
          of: [processDef, processVersion, 'workflow:processDef:publish', 'workflow:processDef:setState', 'workflow:processDef:makeDefault', 'workflow:processDef:migrate'],
        },
        { title: '流程绑定', path: '/workflow/bindings', component: 'workflow/BindingPage', icon: 'link', of: [processBinding] },
        {
          title: '流程监控',
          path: '/workflow/monitor',
          component: 'workflow/MonitorPage',
          icon: 'radar',
          of: [
            processInstance,
            'workflow:processInstance:suspend',
            'workflow:processInstance:jump',
            'workflow:processInstance:reassign',
            'workflow:processInstance:void',
            handOver,
          ],
        },
        { title: '流程统计', path: '/workflow/statistics', component: 'workflow/FlowStatisticsPage', icon: 'chart-column', of: ['workflow:processInstance:statistics'] },
        { title: '离岗委托', path: '/workflow/delegations', component: 'workflow/DelegationPage', icon: 'user-round-check', of: [delegation] },
        { title: '结果公示', path: '/workflow/public-notices', component: 'workflow/PublicNoticePage', icon: 'megaphone', of: [raiseObjection] },
        {
          title: '公示与异议',
          path: '/workflow/notices',
          component: 'workflow/NoticePage',
          icon: 'scale',
          of: [publicNotice, publicNoticeLine, 'workflow:objection:list', decideObjection],
        },
      ],
    },
  ],
  pages: [
    { path: '/workflow/public-notices', title: '结果公示', component: 'workflow/PublicNoticePage', access: 'signedIn', frame: 'shell' },
    { path: '/workflow/design/:id', title: '流程图', component: 'workflow/DesignerPage', access: 'signedIn', frame: 'shell' },
    { path: '/workflow/case/:id', title: '申请详情', component: 'workflow/CasePage', access: 'signedIn', frame: 'shell' },
    { path: '/workflow/approvals', title: '我的审批', component: 'workflow/ApprovalPage', access: 'signedIn', frame: 'shell' },
  ],
  messages: [...Object.values(FLOW_MESSAGES), ...Object.values(ROUND_MESSAGES), ...Object.values(NOTICE_MESSAGES)],
  todoKinds: { approval: '审批' },
  widgets: [{ code: 'workflow.approvals', title: '等我审批', component: 'workflow/ApprovalsWidget', size: [4, 5], least: [3, 3], for: 'staff' }],
  events: ['publicNotice.ended', 'publicNotice.objectionDecided', 'round.closed', 'round.published', 'workflow.decided', 'workflow.submitted'],
  grants: {
    admin: ['workflow:*'],
    officer: ['workflow:*'],
    college: ['workflow:processInstance:list', 'workflow:processInstance:export', 'workflow:processInstance:statistics', 'workflow:delegation:*', ...WATCH, 'workflow:objection:*'],
    ...Object.fromEntries(
      ['fdy', 'bzr', 'teacher', 'dormManager', 'finance', 'league', 'admissions', 'psychologist'].map(role => [
        role,
        ['workflow:delegation:list', 'workflow:delegation:add', 'workflow:delegation:update', 'workflow:delegation:remove', RAISE],
      ]),
    ),
    student: [RAISE],
  },
  parameters: PARAMETERS,
})
