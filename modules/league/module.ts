import { defineModule } from '#model'
import { leagueBranch } from './model/branch.ts'
import { leagueFee } from './model/fee.ts'
import * as fees from './model/fee-actions.ts'
import * as health from './model/health.ts'
import { leagueMember, leaveLeague } from './model/member.ts'
import { CLOCK_MESSAGES, LEAGUE_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { leagueFeePlan, planActions, previewPlan, resumePlan } from './model/plan.ts'
import { confirmReceipt, explainDifference, remit, remittance, returnRemittance, sendRemittance } from './model/remittance.ts'
import { leagueStatistics } from './model/statistics.ts'
import { leagueTransfer } from './model/transfer.ts'
import * as transfers from './model/transfer-actions.ts'

const read = (of: string): string[] => [`league:${of}:list`, `league:${of}:export`]
const MEMBERS = [
  ...read('leagueMember'),
  'league:leagueMember:reveal',
  'league:leagueMember:add',
  'league:leagueMember:update',
  'league:leagueMember:leave',
  'league:leagueMember:charge',
]
const MEND = health.mendRoster.permission
const MOVE = transfers.proposeTransfer.permission
const MONEY = [...read('remittance'), 'league:remittance:remove', remit.permission, confirmReceipt.permission]
const WATCH = [...read('leagueBranch'), ...read('leagueMember'), ...read('leagueFee'), fees.remindUnpaid.permission]

const healthActions = [health.rosterHealth, health.mendRoster, health.leavingList]
const moneyActions = [remit, sendRemittance, confirmReceipt, explainDifference, returnRemittance, leagueStatistics, leagueStatistics.sheet]

export default defineModule({
  code: 'league',
  name: '团费',
  needs: ['system', 'campus', 'student', 'message', 'exchange', 'workflow', 'money', 'fee'],
  entities: [leagueBranch, leagueMember, leagueFeePlan, leagueFee, leagueTransfer, remittance],
  subjects: [leagueMember, leagueTransfer],
  actions: [leaveLeague, previewPlan, resumePlan, ...Object.values(planActions), ...Object.values(fees), ...Object.values(transfers), ...healthActions, ...moneyActions],
  menus: [
    {
      title: '团费管理',
      icon: 'flag',
      domain: 'growth',
      children: [
        {
          title: '我的团费',
          path: '/league/mine',
          component: 'league/MyLeaguePage',
          icon: 'wallet',
          of: [fees.myLeague],
          own: 'student',
          service: { title: '团费', category: 'money' },
        },
        { title: '团支部', path: '/league/branches', component: 'league/BranchPage', icon: 'network', of: [leagueBranch] },
        { title: '团员名册', path: '/league/members', component: 'league/MemberPage', icon: 'users', of: [leagueMember, leaveLeague, fees.chargeMonths] },
        { title: '收缴计划', path: '/league/plans', component: 'league/PlanPage', icon: 'calendar-range', of: [leagueFeePlan, planActions.publish] },
        { title: '收缴进度', path: '/league/progress', component: 'league/ProgressPage', icon: 'list-tree', of: [fees.feeProgress, fees.remindUnpaid] },
        { title: '支部转接', path: '/league/transfers', component: 'league/TransferPage', icon: 'repeat-2', of: [leagueTransfer, MOVE] },
        { title: '名册体检', path: '/league/health', component: 'league/HealthPage', icon: 'heart-pulse', of: [MEND] },
        { title: '上缴', path: '/league/remittances', component: 'league/RemittancePage', icon: 'landmark', of: MONEY },
        { title: '团费统计', path: '/league/statistics', component: 'league/StatisticsPage', icon: 'chart-column', of: [leagueStatistics] },
        { title: '团费台账', path: '/league/fees', component: 'league/FeePage', icon: 'list-checks', of: [leagueFee] },
      ],
    },
  ],
  messages: [...Object.values(LEAGUE_MESSAGES), ...Object.values(CLOCK_MESSAGES)],
  parameters: PARAMETERS,
  events: ['league.memberChanged'],
  optionalEvents: ['studentOrg.postBegun', 'studentOrg.postEnded'],
  grants: {
    league: [
      'sheet:print:issue',
      'exchange:exportProfile:list',
      'exchange:exportProfile:make',
      'exchange:exportLog:list',
      'exchange:exportLog:again',
      'league:leagueBranch:*',
      'league:leagueMember:*',
      'league:leagueFeePlan:*',
      ...WATCH,
      ...read('leagueTransfer'),
      MOVE,
      ...MONEY,
      leagueStatistics.permission,
    ],
    college: [
      ...WATCH,
      ...MEMBERS,
      MEND,
      ...read('leagueTransfer'),
      MOVE,
      ...MONEY,
      leagueStatistics.permission,
      'league:leagueBranch:add',
      'league:leagueBranch:update',
      'league:leagueFeePlan:list',
    ],
    fdy: [...WATCH, 'league:leagueFeePlan:list'],
    officer: WATCH,
    student: [fees.myLeague.permission, fees.remindUnpaid.permission, MOVE, remit.permission],
  },
})
