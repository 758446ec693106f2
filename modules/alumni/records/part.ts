import { definePart } from '#model'
import { alumnus, alumnusStudy } from './model/alumnus.ts'
import { cardActions, findAlumni, myCard, myClassmates, OWN, saveCard } from './model/card.ts'
import { alumniClaim } from './model/claim.ts'
import * as claims from './model/claim-actions.ts'
import { CLAIM_MESSAGES, claimOpened, claimRefused } from './model/claim-messages.ts'
import { donation, donationEntry } from './model/donation.ts'
import * as gifts from './model/donation-actions.ts'
import { donationProject } from './model/donation-project.ts'
import { DONATION_MESSAGES, REUNION_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { alumniReunion, reunionActions } from './model/reunion.ts'
import { alumniStatistics, alumniStatisticsSheet } from './model/statistics.ts'

const { openProject, registerGift } = gifts
const READ = ['alumni:alumnus:list', 'alumni:alumnus:export', 'alumni:alumnusStudy:list', 'alumni:alumnusStudy:export', alumniStatistics.permission]
const SUMS = ['alumni:donationProject:list', 'alumni:donationEntry:list', 'alumni:donationEntry:export']
const GIFTS = [...SUMS, 'alumni:donation:list', 'alumni:donation:export']

/** Who studied here, whom one may contact, what they give and how it is used. */
export default definePart({
  code: 'records',
  entities: [alumnus, alumnusStudy, alumniReunion, alumniClaim, donationProject, donation, donationEntry],
  actions: [...cardActions, alumniStatistics, alumniStatisticsSheet, ...reunionActions, ...claims.claimActions, ...gifts.donationActions],
  events: ['alumni.donationReceived', 'alumni.claimed'],
  messages: [...Object.values(DONATION_MESSAGES), ...Object.values(CLAIM_MESSAGES), ...Object.values(REUNION_MESSAGES), claimOpened, claimRefused],
  pages: [{ path: '/alumni/claim', title: '校友认领', component: 'alumni/ClaimPage', access: 'open', frame: 'bare' }],
  parameters: PARAMETERS,
  menus: [
    { title: '我的校友卡', path: '/alumni/card', component: 'alumni/CardPage', icon: 'id-card', of: [myCard, saveCard] },
    { title: '找校友', path: '/alumni/classmates', component: 'alumni/ClassmatesPage', icon: 'users', of: [myClassmates, findAlumni] },
    { title: '捐赠', path: '/alumni/give', component: 'alumni/GivePage', icon: 'hand-heart', of: [gifts.giving, gifts.give, gifts.withdrawGift] },
    { title: '校友档案', path: '/alumni/alumni', component: 'alumni/AlumnusPage', icon: 'contact', of: [alumnus] },
    { title: '校友学习经历', path: '/alumni/studies', component: 'alumni/AlumnusStudyPage', icon: 'book-open', of: [alumnusStudy] },
    { title: '校友认领', path: '/alumni/claims', component: 'alumni/AlumniClaimPage', icon: 'badge-check', of: [alumniClaim, claims.approveClaim] },
    { title: '捐赠项目', path: '/alumni/projects', component: 'alumni/DonationProjectPage', icon: 'award', of: [donationProject, openProject, gifts.spend, donationEntry] },
    { title: '捐赠记录', path: '/alumni/donations', component: 'alumni/DonationPage', icon: 'receipt', of: [donation, registerGift, gifts.donorsOf] },
    { title: '校友统计', path: '/alumni/statistics', component: 'alumni/AlumniStatisticsPage', icon: 'chart-column', of: [alumniStatistics] },
  ],
  grants: {
    officer: [
      ...READ,
      'alumni:alumnus:add',
      'alumni:alumnus:update',
      'alumni:alumnus:import',
      'alumni:alumniClaim:list',
      claims.approveClaim.permission,
      ...GIFTS,
      'alumni:donationProject:*',
    ],
    finance: [...GIFTS, gifts.spend.permission, registerGift.permission, gifts.donorsOf.permission, 'sheet:print:issue'],
    college: READ,
    alumnus: [OWN],
  },
})
