import { definePart } from '#model'
import { approveOnSite, greenActions, greenApplication } from './model/application.ts'
import './model/flow.ts'
import { greenChannel } from './model/green-channel.ts'
import { GREEN_MESSAGES } from './model/messages.ts'
import { GREEN_PARAMETERS } from './model/parameters.ts'

const SEE = ['welcome:greenChannel:list', 'welcome:greenChannel:export']
const REVEAL = 'welcome:greenChannel:reveal'

/** Enrol first, pay later: fees of new students by item, and the green channel. */
export default definePart({
  code: 'green',
  needs: ['steps', 'desk'],
  entities: [greenChannel],
  subjects: [greenChannel],
  actions: greenActions,
  menus: [
    { title: '绿色通道', path: '/welcomes/green', component: 'welcome/GreenPage', icon: 'hand-heart', of: [...SEE, REVEAL] },
    { title: '现场绿色通道', path: '/welcomes/greenDesk', component: 'welcome/GreenDeskPage', icon: 'scan-line', of: [approveOnSite], brings: ['welcome:welcomeScan:scan'] },
    { title: '申请绿色通道', hidden: true, of: [greenApplication.apply] },
  ],
  pages: [
    { path: '/welcome/fees', title: '缴费', component: 'welcome/DuesPage', access: 'signedIn', frame: 'bare', isEntry: true },
    { path: '/welcome/green', title: '绿色通道', component: 'welcome/MyGreenPage', access: 'signedIn', frame: 'bare', isEntry: true },
  ],
  messages: Object.values(GREEN_MESSAGES),
  events: ['welcome.greenChannelApproved'],
  parameters: GREEN_PARAMETERS,
  grants: {
    officer: [...SEE, REVEAL, approveOnSite.permission],
    admissions: SEE,
    // whoever decides reads the grounds and papers
    college: [...SEE, REVEAL],
    fdy: [...SEE, REVEAL],
    newStudent: [greenApplication.apply.permission],
  },
})
