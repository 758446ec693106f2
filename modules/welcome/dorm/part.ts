import { definePart } from '#model'
import { claimLink } from './model/link.ts'
import { DORM_MESSAGES } from './model/messages.ts'
import { claimNeeds, placeInBed } from './model/needs.ts'
import { claimOverview, claimWaiting, remindClaims } from './model/overview.ts'
import { DORM_PARAMETERS } from './model/parameters.ts'
import { answerObjection, dormPlacement, myPlacement, myRoom, objectToBed } from './model/placement.ts'
import { proposeWaves } from './model/plan-action.ts'

const LINKS = ['welcome:claimLink:list', 'welcome:claimLink:export']
const PLACEMENTS = ['welcome:dormPlacement:list', 'welcome:dormPlacement:export']
const WATCH = [claimOverview.permission, remindClaims.permission, ...PLACEMENTS]

/** How the choice of beds belongs to enrolment. */
export default definePart({
  code: 'dorm',
  needs: ['steps'],
  entities: [claimLink, dormPlacement],
  subjects: [dormPlacement],
  actions: [claimNeeds, placeInBed, claimOverview, claimWaiting, remindClaims, proposeWaves, myPlacement, myRoom, objectToBed, answerObjection],
  menus: [
    {
      title: '宿舍认领',
      path: '/welcomes/dorm',
      component: 'welcome/DormPage',
      icon: 'bed-single',
      of: [claimLink, claimOverview, remindClaims, placeInBed, ...PLACEMENTS, answerObjection],
      brings: ['dormitory:claimRound:list', 'dormitory:dormBed:list'],
    },
    { title: '床位异议', hidden: true, of: [objectToBed] },
  ],
  pages: [{ path: '/welcome/dorm', title: '宿舍', component: 'welcome/MyDormPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(DORM_MESSAGES),
  parameters: DORM_PARAMETERS,
  grants: {
    officer: [...LINKS, 'welcome:claimLink:*', ...PLACEMENTS, answerObjection.permission],
    admissions: [...LINKS, ...WATCH],
    college: ['welcome:claimLink:list', ...WATCH, answerObjection.permission],
    fdy: ['welcome:claimLink:list', ...WATCH, answerObjection.permission],
    newStudent: [objectToBed.permission],
  },
})
