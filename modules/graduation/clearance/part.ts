import { definePart } from '#model'
import { clearanceActions, graduationClearance, myClearance, tickClearance } from './model/clearance.ts'
import { CLEARANCE_MESSAGES } from './model/messages.ts'
import { CLEARANCE_PARAMETERS } from './model/parameters.ts'

const LIST = ['graduation:graduationClearance:list', 'graduation:graduationClearance:export']

/** The leaving list of graduates, and of whoever leaves early. */
export default definePart({
  code: 'clearance',
  needs: ['audit'],
  entities: [graduationClearance],
  actions: clearanceActions,
  menus: [
    { title: '离校手续', path: '/graduation/clearance', component: 'graduation/ClearancePage', icon: 'clipboard-check', of: [...LIST, tickClearance] },
    {
      title: '我的离校',
      path: '/graduation/leaving',
      component: 'graduation/MyClearancePage',
      icon: 'clipboard-check',
      of: [myClearance],
      own: 'student',
      service: { title: '离校手续', category: 'study' },
    },
  ],
  messages: Object.values(CLEARANCE_MESSAGES),
  parameters: CLEARANCE_PARAMETERS,
  events: ['student.clearanceOpened'],
  grants: {
    officer: [...LIST, tickClearance.permission],
    college: [...LIST, tickClearance.permission],
    fdy: LIST,
    student: [myClearance.permission],
  },
})
