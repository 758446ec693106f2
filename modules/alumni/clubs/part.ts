import { definePart } from '#model'
import { alumniClub, alumniClubMember, alumniClubPost } from './model/club.ts'
import * as act from './model/club-actions.ts'
import { CLUB_MESSAGES } from './model/club-messages.ts'
import { CLUB_PARAMETERS } from './model/club-parameters.ts'
import './model/club-flow.ts'
import * as founding from './model/founding.ts'

const read = (of: string): string[] => [`alumni:${of}:list`, `alumni:${of}:export`]

/** 校友会: who founds, leads and joins them. */
export default definePart({
  code: 'clubs',
  needs: ['records'],
  entities: [alumniClub, alumniClubPost, alumniClubMember, founding.alumniClubFounding, founding.alumniClubFounder],
  subjects: [founding.alumniClubFounding],
  actions: [...act.clubActions, ...founding.foundingActions],
  events: ['alumni.clubEnded'],
  messages: Object.values(CLUB_MESSAGES),
  parameters: CLUB_PARAMETERS,
  todoKinds: { alumniClubJoin: '校友会入会', alumniClubLead: '校友会负责人' },
  menus: [
    { title: '校友会', path: '/alumni/clubs', component: 'alumni/ClubsPage', icon: 'users', of: [act.findClubs, act.joinClub, act.leaveClub] },
    { title: '发起校友会', path: '/alumni/clubs/found', component: 'alumni/FoundClubPage', icon: 'flag', of: [founding.startFounding] },
    {
      title: '校友会管理',
      path: '/alumni/clubs/manage',
      component: 'alumni/AlumniClubPage',
      icon: 'building-2',
      of: [alumniClub, act.appointOfficer, act.mergeClub, alumniClubPost, alumniClubMember, founding.alumniClubFounding, founding.alumniClubFounder],
    },
  ],
  pages: [{ path: '/alumni/clubs/roster', title: '会员名单', component: 'alumni/ClubRosterPage', access: 'signedIn', frame: 'shell' }],
  grants: {
    officer: [
      ...['alumniClub', 'alumniClubPost', 'alumniClubMember', 'alumniClubFounding', 'alumniClubFounder'].flatMap(read),
      ...['alumni:alumniClub:update', act.appointOfficer.permission, act.mergeClub.permission],
    ],
  },
})
