import { definePart } from '#model'
import { claimLink } from './model/link.ts'
import { DORM_MESSAGES } from './model/messages.ts'
import { claimNeeds, placeInBed } from './model/needs.ts'
import { claimOverview, claimWaiting, remindClaims } from './model/overview.ts'

const SEE = ['welcome:claimLink:list', 'welcome:claimLink:export']

/** How the choice of beds belongs to enrolment. */
export default definePart({
  code: 'dorm',
  needs: ['steps'],
  entities: [claimLink],
  actions: [claimNeeds, placeInBed, claimOverview, claimWaiting, remindClaims],
  menus: [
    {
      title: '宿舍认领',
      path: '/welcomes/dorm',
      component: 'welcome/DormPage',
      icon: 'bed-single',
      of: [claimLink, claimOverview, remindClaims, placeInBed],
      brings: ['dormitory:claimRound:list', 'dormitory:dormBed:list'],
    },
  ],
  pages: [{ path: '/welcome/dorm', title: '宿舍', component: 'welcome/MyDormPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(DORM_MESSAGES),
  grants: {
    officer: [...SEE, 'welcome:claimLink:*'],
    admissions: [...SEE, claimOverview.permission, remindClaims.permission],
    college: ['welcome:claimLink:list', claimOverview.permission, remindClaims.permission],
    fdy: ['welcome:claimLink:list', claimOverview.permission, remindClaims.permission],
  },
})
