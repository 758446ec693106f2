import { definePart } from '#model'
import { alumniActivity, alumniDayPass, alumniEnrolment } from './model/activity.ts'
import * as activity from './model/activity-actions.ts'
import * as notice from './model/alumni-notice.ts'
import { ACTIVITY_MESSAGES, NOTICE_MESSAGES } from './model/event-messages.ts'
import { EVENT_PARAMETERS } from './model/event-parameters.ts'

const NOTICES = ['alumni:alumniNotice:*', 'alumni:alumniNoticeRead:list', 'alumni:alumniNoticeRead:export']
const PASSES = ['alumni:alumniDayPass:list', 'alumni:alumniDayPass:export', 'alumni:alumniDayPass:reveal']

/** 校友通知 and 校友活动: what alumni are told, and what they do together. */
export default definePart({
  code: 'events',
  needs: ['records', 'clubs'],
  entities: [notice.alumniNotice, notice.alumniNoticeRead, alumniActivity, alumniEnrolment, alumniDayPass],
  actions: [...notice.noticeActions, ...activity.activityActions],
  messages: [...Object.values(NOTICE_MESSAGES), ...Object.values(ACTIVITY_MESSAGES)],
  parameters: EVENT_PARAMETERS,
  menus: [
    { title: '校友通知', path: '/alumni/notices', component: 'alumni/AlumniNoticesPage', icon: 'megaphone', of: [notice.myNotices, notice.openNotice, notice.postNotice] },
    {
      title: '校友通知管理',
      path: '/alumni/notices/manage',
      component: 'alumni/AlumniNoticePage',
      icon: 'megaphone',
      of: [notice.alumniNotice, notice.publishNotice, notice.alumniNoticeRead],
    },
    {
      title: '校友活动',
      path: '/alumni/activities',
      component: 'alumni/AlumniActivitiesPage',
      icon: 'calendar-days',
      of: [activity.myActivities, activity.enrolInActivity, activity.cancelEnrolment, activity.postActivity],
    },
    {
      title: '校友活动管理',
      path: '/alumni/activities/manage',
      component: 'alumni/AlumniActivityPage',
      icon: 'calendar-days',
      of: [alumniActivity, activity.publishActivity, alumniEnrolment],
    },
    { title: '校友入校名单', path: '/alumni/passes', component: 'alumni/AlumniPassPage', icon: 'ticket', of: PASSES },
  ],
  pages: [{ path: '/alumni/activities/checkin', title: '活动签到', component: 'alumni/AlumniCheckInPage', access: 'signedIn', frame: 'shell' }],
  grants: { officer: [...NOTICES, 'alumni:alumniActivity:*', 'alumni:alumniEnrolment:list', 'alumni:alumniEnrolment:export', 'alumni:alumniEnrolment:reveal', ...PASSES] },
})
