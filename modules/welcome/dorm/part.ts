import { definePart } from '#model'
import { claimLink } from './model/link.ts'

const SEE = ['welcome:claimLink:list', 'welcome:claimLink:export']

/** How the choice of beds belongs to enrolment. */
export default definePart({
  code: 'dorm',
  needs: ['steps'],
  entities: [claimLink],
  menus: [{ title: '宿舍认领', path: '/welcomes/dorm', component: 'welcome/DormPage', icon: 'bed-single', of: [claimLink], brings: ['dormitory:claimRound:list'] }],
  pages: [{ path: '/welcome/dorm', title: '宿舍', component: 'welcome/MyDormPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  grants: { officer: [...SEE, 'welcome:claimLink:*'], admissions: SEE },
})
