import { defineModule } from '#model'
import * as appoint from './model/appointment.ts'
import { appointmentImport } from './model/appointment-import.ts'
import { orgCandidate, orgElection, orgVoter } from './model/election.ts'
import * as elect from './model/election-actions.ts'
import { orgEvalResult, orgEvalRound, orgEvalTurnout, orgEvaluation } from './model/evaluation.ts'
import * as evaluate from './model/evaluation-actions.ts'
import './model/flow.ts'
import { ORG_MESSAGES } from './model/messages.ts'
import * as orgs from './model/org.ts'
import { PARAMETERS } from './model/parameters.ts'
import { orgPost, orgUnit } from './model/post.ts'
import { orgStatistics } from './model/statistics.ts'
import { orgTerm } from './model/term.ts'

const read = (of: string): string[] => [`studentOrg:${of}:list`, `studentOrg:${of}:export`]
const { studentOrg } = orgs
const READ = [
  orgStatistics.permission,
  ...read('studentOrg'),
  ...read('orgUnit'),
  ...read('orgPost'),
  ...read('orgTerm'),
  ...read('orgAppointment'),
  ...read('orgElection'),
  ...read('orgCandidate'),
  ...read('orgEvaluation'),
  ...read('orgEvalResult'),
]
const ELECT = ['studentOrg:orgElection:add', 'studentOrg:orgElection:update']
const APPOINT = [...ELECT, appoint.propose.permission, appoint.finishAppointment.permission]
const SHEETS = 'studentOrg:appointmentImport:*'
const JUDGE = ['studentOrg:orgEvaluation:*', 'studentOrg:orgEvalTurnout:list', evaluate.markByGuide.permission]
const KEEP = [
  ...READ,
  'studentOrg:studentOrg:add',
  'studentOrg:studentOrg:update',
  'studentOrg:studentOrg:remove',
  orgs.endOrg.permission,
  'studentOrg:orgUnit:*',
  'studentOrg:orgPost:*',
  'studentOrg:orgTerm:*',
  ...APPOINT,
  ...JUDGE,
]

const PRINT = 'sheet:print:issue'
/** 学生组织: unions, committees and branches; which posts they have. */
export default defineModule({
  code: 'studentOrg',
  name: '学生组织',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'league'],
  entities: [studentOrg, orgUnit, orgPost, orgTerm, appoint.orgAppointment, appointmentImport, orgElection, orgCandidate, orgVoter, orgEvaluation, orgEvalTurnout, orgEvalResult],
  subjects: [appoint.orgAppointment],
  actions: [...orgs.orgActions, ...appoint.appointmentActions, ...elect.electionActions, ...evaluate.evaluationActions, orgStatistics, orgStatistics.sheet],
  events: ['studentOrg.postBegun', 'studentOrg.postEnded', 'studentOrg.evaluated'],
  optionalEvents: ['discipline.effective'],
  messages: Object.values(ORG_MESSAGES),
  parameters: PARAMETERS,
  menus: [
    {
      title: '学生组织',
      icon: 'network',
      domain: 'growth',
      children: [
        {
          title: '我的学生组织',
          path: '/studentOrg/mine',
          component: 'studentOrg/MyOrgPage',
          icon: 'users',
          of: [appoint.myOrgs],
          own: 'student',
          service: { title: '学生组织', category: 'growth' },
        },
        {
          title: '我的选举',
          path: '/studentOrg/elections/mine',
          component: 'studentOrg/MyElectionPage',
          icon: 'file-check',
          of: [elect.stand],
          own: 'student',
          service: { title: '选举', category: 'growth' },
        },
        {
          title: '任职评议',
          path: '/studentOrg/judge',
          component: 'studentOrg/JudgePage',
          icon: 'star',
          of: [evaluate.answerOrgEvaluation],
          own: 'student',
          service: { title: '任职评议', category: 'growth' },
        },
        {
          title: '组织',
          path: '/studentOrg/orgs',
          component: 'studentOrg/OrgPage',
          icon: 'network',
          of: [studentOrg, orgs.publishOrg, orgs.allowBreach, orgs.endOrg, orgs.makeForClasses],
        },
        { title: '组织部门', path: '/studentOrg/units', component: 'studentOrg/UnitPage', icon: 'list-tree', of: [orgUnit] },
        { title: '岗位', path: '/studentOrg/posts', component: 'studentOrg/PostPage', icon: 'users', of: [orgPost, appoint.propose] },
        { title: '届次', path: '/studentOrg/terms', component: 'studentOrg/TermPage', icon: 'calendar-range', of: [orgTerm] },
        { title: '选举', path: '/studentOrg/elections', component: 'studentOrg/ElectionPage', icon: 'file-check', of: [orgElection] },
        { title: '候选人', path: '/studentOrg/candidates', component: 'studentOrg/CandidatePage', icon: 'user-check', of: [orgCandidate] },
        { title: '任职', path: '/studentOrg/appointments', component: 'studentOrg/AppointmentPage', icon: 'user-check', of: [appoint.orgAppointment, appoint.finishAppointment] },
        { title: '任职导入', path: '/studentOrg/imports', component: 'studentOrg/AppointmentImportPage', icon: 'file-check', of: [appointmentImport] },
        {
          title: '组织考核',
          path: '/studentOrg/evaluations',
          component: 'studentOrg/OrgEvaluationPage',
          icon: 'clipboard-check',
          of: [orgEvaluation, orgEvalRound.publish, 'studentOrg:orgEvalTurnout:list', evaluate.settleOrgEvaluation, evaluate.announceResults],
        },
        {
          title: '任职考核结果',
          path: '/studentOrg/results',
          component: 'studentOrg/OrgResultPage',
          icon: 'award',
          of: [orgEvalResult, evaluate.markByGuide, evaluate.gradeResult, evaluate.dismissUnfit],
        },
        { title: '任职统计', path: '/studentOrg/statistics', component: 'studentOrg/StatisticsPage', icon: 'chart-column', of: [orgStatistics] },
        { title: '改革自查', path: '/studentOrg/selfCheck', component: 'studentOrg/SelfCheckPage', icon: 'list-checks', of: [orgs.selfCheck] },
      ],
    },
  ],
  grants: {
    league: [PRINT, SHEETS, 'studentOrg:studentOrg:*', ...KEEP],
    officer: READ,
    college: [PRINT, ...KEEP],
    fdy: [PRINT, ...READ, SHEETS, orgs.makeForClasses.permission, 'studentOrg:orgTerm:add', 'studentOrg:orgTerm:update', ...APPOINT, ...JUDGE],
    teacher: [...READ, evaluate.markByGuide.permission],
    student: [appoint.myOrgs.permission, elect.stand.permission, evaluate.answerOrgEvaluation.permission],
  },
})
