import { defineModule } from '#model'
import { activityActions, callOffActivity, proposeActivity } from './model/actions.ts'
import { activity } from './model/activity.ts'
import { activityClosing, activityCost, closingActions } from './model/closing.ts'
import './model/closing-flow.ts'
import { activityEnrolment, enrolInActivity, enrolmentActions } from './model/enrolment.ts'
import { feedbackActions } from './model/feedback.ts'
import './model/flow.ts'
import { lotteryActions } from './model/lottery.ts'
import { ACTIVITY_MESSAGES } from './model/messages.ts'
import { moveActions } from './model/moves.ts'
import { objectionActions } from './model/objections.ts'
import { PARAMETERS } from './model/parameters.ts'
import { activityPhoto, activityPhotoRequest, photoActions } from './model/photos.ts'
import { activityRate } from './model/rate.ts'
import { rosterActions } from './model/roster.ts'
import { activityStatistics } from './model/statistics.ts'
import { issueProof, myService, volunteerActions, volunteerProof, volunteerProofLine } from './model/volunteer.ts'

const read = (of: string): string[] => [`activity:${of}:list`, `activity:${of}:export`]
const ENROLMENTS = read('activityEnrolment')
const CLOSINGS = read('activityClosing')
const KEEP = [activityStatistics.permission, ...read('activity'), ...ENROLMENTS, ...CLOSINGS, proposeActivity.permission, callOffActivity.permission]
const RATES = 'activity:activityRate:*'
const PRINT = 'sheet:print:issue'
/** 活动: from the proposal to the hours in the growth ledger. */
export default defineModule({
  code: 'activity',
  name: '活动',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave', 'signIn', 'growth', 'society', 'studentOrg'],
  entities: [activity, activityEnrolment, activityCost, activityClosing, activityPhoto, activityPhotoRequest, volunteerProof, volunteerProofLine, activityRate],
  subjects: [activity],
  actions: [
    ...activityActions,
    ...enrolmentActions,
    ...rosterActions,
    ...closingActions,
    ...lotteryActions,
    ...feedbackActions,
    ...moveActions,
    ...objectionActions,
    ...photoActions,
    ...volunteerActions,
    activityStatistics,
    activityStatistics.sheet,
  ],
  events: ['activity.settled'],
  messages: Object.values(ACTIVITY_MESSAGES),
  parameters: PARAMETERS,
  pages: [
    { path: '/activity/roster', title: '报名名单', component: 'activity/ActivityRosterPage', access: 'signedIn', frame: 'shell' },
    { path: '/activity/closing', title: '经费结清', component: 'activity/ActivityCostsPage', access: 'signedIn', frame: 'shell' },
    { path: '/activity/photos', title: '活动照片', component: 'activity/ActivityPhotosPage', access: 'signedIn', frame: 'shell' },
    { path: '/activity/lottery', title: '抽签记录', component: 'activity/LotteryPage', access: 'signedIn', frame: 'shell' },
    { path: '/activity/album', title: '公开相册', component: 'activity/PublicAlbumPage', access: 'open', frame: 'bare' },
  ],
  menus: [
    {
      title: '活动管理',
      icon: 'calendar-days',
      domain: 'growth',
      children: [
        {
          title: '活动广场',
          path: '/activity/square',
          component: 'activity/ActivitySquarePage',
          icon: 'layout-grid',
          of: [enrolInActivity],
          own: 'student',
          service: { title: '活动广场', category: 'growth' },
        },
        { title: '我的活动', path: '/activity/mine', component: 'activity/MyActivitiesPage', icon: 'calendar-check', of: [enrolInActivity], own: 'student' },
        {
          title: '我的志愿服务',
          path: '/activity/volunteer',
          component: 'activity/VolunteerPage',
          icon: 'hand-heart',
          of: [volunteerProof, volunteerProofLine, myService, issueProof],
          own: 'student',
          service: { title: '志愿服务记录证明', category: 'growth' },
        },
        { title: '组织活动', path: '/activity/organise', component: 'activity/OrganiseActivityPage', icon: 'megaphone', of: [proposeActivity, callOffActivity], own: 'everybody' },
        { title: '活动', path: '/activity/activities', component: 'activity/ActivityPage', icon: 'calendar-days', of: [activity] },
        { title: '活动报名', path: '/activity/enrolments', component: 'activity/ActivityEnrolmentPage', icon: 'users', of: ENROLMENTS },
        { title: '时长积分标准', path: '/activity/rates', component: 'activity/ActivityRatePage', icon: 'gauge', of: [activityRate] },
        { title: '活动统计', path: '/activity/statistics', component: 'activity/ActivityStatisticsPage', icon: 'chart-column', of: [activityStatistics] },
        { title: '活动经费结清', path: '/activity/closings', component: 'activity/ActivityClosingPage', icon: 'wallet', of: CLOSINGS },
      ],
    },
  ],
  grants: {
    league: [PRINT, RATES, ...KEEP],
    officer: [PRINT, RATES, ...KEEP],
    college: [PRINT, ...KEEP],
    teacher: KEEP,
    fdy: KEEP,
    student: [
      'activity:volunteerProof:list',
      'activity:volunteerProofLine:list',
      issueProof.permission,
      enrolInActivity.permission,
      proposeActivity.permission,
      callOffActivity.permission,
    ],
  },
})
