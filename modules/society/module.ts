import { defineModule } from '#model'
import { advisorLog, logHours } from './model/advisor-log.ts'
import { societyChange } from './model/change.ts'
import { changeActions, changeApplication } from './model/change-application.ts'
import { societyDissolution, societyVoter } from './model/dissolution.ts'
import * as dissolution from './model/dissolution-actions.ts'
import './model/dissolution-flow.ts'
import './model/flow.ts'
import * as founding from './model/founding.ts'
import * as fund from './model/fund.ts'
import { societyMember } from './model/member.ts'
import * as act from './model/member-actions.ts'
import { CHANGE_MESSAGES, DISSOLUTION_MESSAGES, FOUNDING_MESSAGES, FUND_MESSAGES, MEMBER_MESSAGES, SOCIETY_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { societyReview } from './model/review.ts'
import * as review from './model/review-actions.ts'
import './model/review-flow.ts'
import { societyRating } from './model/review-rating.ts'
import { reviewRoundActions, societyReviewRound } from './model/review-round.ts'
import { closeRectification, planRectification, resumeSociety, society, suspendSociety } from './model/society.ts'
import { societyStatistics } from './model/statistics.ts'

const read = (of: string): string[] => [`society:${of}:list`, `society:${of}:export`]
const FUNDS = [...read('societyFundEntry'), ...read('societyFundDraft')]
const READ = [
  societyStatistics.permission,
  ...read('society'),
  ...read('societyMember'),
  ...FUNDS,
  ...read('advisorLog'),
  ...read('societyFounding'),
  ...read('founderConsent'),
  ...read('societyChange'),
  ...read('societyReviewRound'),
  ...read('societyReview'),
  ...read('societyDissolution'),
]
const MONEY = [fund.bookFund.permission, fund.approveFund.permission]
const KEEP = [...READ, 'society:societyMember:add', 'society:societyMember:update', 'society:societyMember:import', act.accept.permission, ...MONEY]
const REVIEW = [review.gradeReview.permission, dissolution.openDissolution.permission]
const OWN = act.join.permission

/** 学生社团: who leads, who guides, who is in, what is spent. */
export default defineModule({
  code: 'society',
  name: '学生社团',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'money', 'fee', 'league'],
  entities: [
    society,
    societyMember,
    fund.societyFundEntry,
    fund.societyFundDraft,
    advisorLog,
    founding.societyFounding,
    founding.founderConsent,
    societyChange,
    societyReviewRound,
    societyReview,
    societyRating,
    societyDissolution,
    societyVoter,
  ],
  subjects: [founding.societyFounding, societyChange, societyReview, societyDissolution],
  actions: [
    suspendSociety,
    resumeSociety,
    planRectification,
    closeRectification,
    ...act.memberActions,
    ...fund.fundActions,
    logHours,
    ...founding.foundingActions,
    ...changeActions,
    ...Object.values(reviewRoundActions),
    ...review.reviewActions,
    ...dissolution.dissolutionActions,
    societyStatistics,
    societyStatistics.sheet,
  ],
  events: ['society.memberChanged', 'society.dissolved'],
  optionalEvents: ['discipline.effective'],
  messages: [
    ...Object.values(MEMBER_MESSAGES),
    ...Object.values(SOCIETY_MESSAGES),
    ...Object.values(FUND_MESSAGES),
    ...Object.values(FOUNDING_MESSAGES),
    ...Object.values(CHANGE_MESSAGES),
    ...Object.values(DISSOLUTION_MESSAGES),
  ],
  parameters: PARAMETERS,
  pages: [{ path: '/society/money', title: '社团经费收支', component: 'society/SocietyMoneyPage', access: 'signedIn', frame: 'shell' }],
  menus: [
    {
      title: '社团管理',
      icon: 'flag',
      domain: 'growth',
      children: [
        {
          title: '社团广场',
          path: '/society/square',
          component: 'society/SquarePage',
          icon: 'layout-grid',
          of: [act.join],
          own: 'student',
          service: { title: '社团广场', category: 'growth' },
        },
        {
          title: '我的社团',
          path: '/society/mine',
          component: 'society/MySocietyPage',
          icon: 'users',
          of: [act.join, act.accept, fund.bookFund, fund.approveFund, logHours],
          own: 'everybody',
        },
        { title: '发起社团', path: '/society/found', component: 'society/FoundSocietyPage', icon: 'flag', of: [founding.startFounding], own: 'student' },
        {
          title: '我的社团变更',
          path: '/society/changes/mine',
          component: 'society/MySocietyChangesPage',
          icon: 'arrow-right-left',
          of: [changeApplication.apply],
          own: 'student',
        },
        { title: '申请社团变更', path: '/society/change', component: 'society/ChangeSocietyPage', icon: 'arrow-right-left', of: [changeApplication.apply], own: 'student' },
        { title: '社团年审', path: '/society/review', component: 'society/MyReviewPage', icon: 'clipboard-check', of: [review.reportReview, review.rateSociety], own: 'student' },
        {
          title: '社团注销',
          path: '/society/dissolution',
          component: 'society/MyDissolutionPage',
          icon: 'archive',
          of: [dissolution.callVote, dissolution.castVote],
          own: 'student',
        },
        { title: '社团', path: '/society/societies', component: 'society/SocietyPage', icon: 'flag', of: [society, suspendSociety, planRectification] },
        { title: '社团成员', path: '/society/members', component: 'society/SocietyMemberPage', icon: 'users', of: [societyMember, act.confirmJoin, act.keepPost] },
        { title: '社团成立', path: '/society/foundings', component: 'society/SocietyFoundingPage', icon: 'flag', of: [founding.societyFounding, founding.founderConsent] },
        { title: '社团变更', path: '/society/changes', component: 'society/SocietyChangePage', icon: 'arrow-right-left', of: [societyChange] },
        {
          title: '年审安排',
          path: '/society/reviewRounds',
          component: 'society/ReviewRoundPage',
          icon: 'calendar-check',
          of: [societyReviewRound, reviewRoundActions.publish, review.countReviews, review.publishReviews],
        },
        { title: '年审结果', path: '/society/reviews', component: 'society/ReviewPage', icon: 'clipboard-check', of: [societyReview, review.gradeReview] },
        { title: '注销', path: '/society/dissolutions', component: 'society/DissolutionPage', icon: 'archive', of: [societyDissolution, dissolution.openDissolution] },
        { title: '社团经费', path: '/society/funds', component: 'society/SocietyFundPage', icon: 'wallet', of: [fund.societyFundEntry, fund.bookFund] },
        { title: '经费单', path: '/society/fundDrafts', component: 'society/SocietyFundDraftPage', icon: 'file-check', of: [fund.societyFundDraft, fund.approveFund] },
        { title: '社团统计', path: '/society/statistics', component: 'society/SocietyStatisticsPage', icon: 'chart-column', of: [societyStatistics] },
        { title: '指导记录', path: '/society/advisorLogs', component: 'society/AdvisorLogPage', icon: 'notebook-pen', of: [advisorLog] },
      ],
    },
  ],
  grants: {
    league: ['sheet:print:issue', 'society:society:*', ...KEEP, act.keepPost.permission, 'society:societyReviewRound:*', ...REVIEW],
    officer: [...READ, act.confirmJoin.permission],
    college: [...KEEP, suspendSociety.permission],
    fdy: [...read('societyMember'), act.accept.permission],
    teacher: [...READ, act.accept.permission, fund.approveFund.permission, logHours.permission, 'society:advisorLog:update', 'society:advisorLog:remove'],
    student: [
      OWN,
      act.accept.permission,
      ...MONEY,
      founding.startFounding.permission,
      changeApplication.apply.permission,
      review.reportReview.permission,
      review.rateSociety.permission,
      dissolution.callVote.permission,
      dissolution.castVote.permission,
    ],
  },
})
