import { definePart } from '#model'
import { infoActions } from './model/actions.ts'
import { welcomeInfo } from './model/info.ts'

const SEE = ['welcome:welcomeInfo:list', 'welcome:welcomeInfo:export']
const REVEAL = 'welcome:welcomeInfo:reveal'

/** What new students tell before they arrive. */
export default definePart({
  code: 'information',
  needs: ['steps'],
  entities: [welcomeInfo],
  subjects: [welcomeInfo],
  actions: infoActions,
  menus: [{ title: '信息采集', path: '/welcomes/information', component: 'welcome/InformationPage', icon: 'clipboard-list', of: [...SEE, REVEAL] }],
  pages: [{ path: '/welcome/info', title: '信息采集', component: 'welcome/MyInformationPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  grants: { admissions: [...SEE, REVEAL], officer: [...SEE, REVEAL], college: SEE, fdy: SEE },
})
