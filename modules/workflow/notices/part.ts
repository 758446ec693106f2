import { definePart } from '#model'
import { NOTICE_PAGES, noticePeople, publicNotice, publicNoticeLine, runningNotices } from './model/notice.ts'
import { NOTICE_MESSAGES } from './model/notice-messages.ts'
import { decideObjection, objection, objectionActions, objectionsToHear, raiseObjection } from './model/objection.ts'

const RAISE = 'workflow:objection:raise'

/** Results shown to the public before they hold, and objections to them. */
export default definePart({
  code: 'notices',
  needs: ['flows'],
  entities: [publicNotice, publicNoticeLine, objection],
  actions: [runningNotices, noticePeople, ...objectionActions],
  menus: [
    { title: '结果公示', path: '/workflow/public-notices', component: 'workflow/PublicNoticePage', icon: 'megaphone', of: [raiseObjection] },
    {
      title: '公示与异议',
      path: '/workflow/notices',
      component: 'workflow/NoticePage',
      icon: 'scale',
      of: [publicNotice, publicNoticeLine, 'workflow:objection:list', decideObjection],
    },
    {
      title: '异议答复',
      path: '/workflow/hearings',
      component: 'workflow/HearingPage',
      icon: 'scale',
      of: [objectionsToHear, decideObjection],
      roles: ['admissions'],
    },
  ],
  pages: [
    { path: NOTICE_PAGES.admin, title: '结果公示', component: 'workflow/PublicNoticePage', access: 'signedIn', frame: 'shell' },
    ...[NOTICE_PAGES.welcome, NOTICE_PAGES.exam].map(
      path => ({ path, title: '结果公示', component: 'workflow/PublicNoticePage', access: 'signedIn', frame: 'bare', isEntry: true }) as const,
    ),
  ],
  messages: Object.values(NOTICE_MESSAGES),
  events: ['publicNotice.ended', 'publicNotice.objectionDecided'],
  grants: {
    college: ['workflow:publicNotice:list', 'workflow:publicNoticeLine:list', 'workflow:objection:*'],
    admissions: [RAISE, objectionsToHear.permission, decideObjection.permission],
    ...Object.fromEntries(['fdy', 'bzr', 'teacher', 'dormManager', 'finance', 'league', 'psychologist', 'student', 'newStudent', 'applicant'].map(role => [role, [RAISE]])),
  },
})
