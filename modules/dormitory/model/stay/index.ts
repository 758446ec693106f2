import type { Part } from '../part.ts'
import { cancelStays, checkIn, checkOut, graduateStays, registerStay, stayActions, undoCheckOut } from './actions.ts'
import { STAY_MESSAGES } from './messages.ts'
import { confirmInventory, doorCodes, myDorm, ownStayActions } from './own-actions.ts'
import { STAY_PARAMETERS } from './parameters.ts'
import { presenceException } from './presence.ts'
import { dormStay } from './stay.ts'

const LIST = ['dormitory:dormStay:list', 'dormitory:dormStay:export']
/** Desk staff, within the buildings they run. */
const DESK = ['register', 'checkIn', 'cancel', 'checkOut', 'undoCheckOut', 'import', 'doorCodes'].map(verb => `dormitory:dormStay:${verb}`)

/** Stays from reservation to check-out, and expected presence at night. */
export const stay: Part = {
  entities: [dormStay, presenceException],
  subjects: [dormStay],
  actions: [...stayActions, ...ownStayActions],
  menus: [
    { title: '我的宿舍', path: '/dormitory/mine', component: 'dormitory/MyDormPage', icon: 'bed-double', of: [myDorm, confirmInventory] },
    {
      title: '住宿登记',
      path: '/dormitory/stays',
      component: 'dormitory/StayPage',
      icon: 'book-user',
      of: [...LIST, 'dormitory:dormStay:import', registerStay, cancelStays, checkOut, undoCheckOut, graduateStays],
    },
    { title: '入住办理', path: '/dormitory/desk', component: 'dormitory/DeskPage', icon: 'scan-line', of: [checkIn] },
    { title: '门牌', path: '/dormitory/doors', component: 'dormitory/DoorPage', icon: 'qr-code', of: [doorCodes] },
    { title: '不在寝登记', path: '/dormitory/exceptions', component: 'dormitory/PresenceExceptionPage', icon: 'moon', of: [presenceException] },
  ],
  pages: [{ path: '/dormitory/door', title: '门牌', component: 'dormitory/ScannedDoorPage', access: 'signedIn', frame: 'shell' }],
  messages: Object.values(STAY_MESSAGES),
  todoKinds: { dormCheckOut: '退宿办理' },
  parameters: STAY_PARAMETERS,
  grants: {
    officer: [...LIST, ...DESK, 'dormitory:dormStay:graduate', 'dormitory:presenceException:*'],
    college: [...LIST, 'dormitory:presenceException:*'],
    fdy: [...LIST, 'dormitory:presenceException:list'],
    bzr: ['dormitory:dormStay:list'],
    dormManager: [...LIST, ...DESK],
    student: ['dormitory:dormStay:mine'],
  },
}
