import { definePart } from '#model'
import { cancelStays, checkIn, checkOut, graduateStays, registerStay, stayActions, undoCheckOut } from './model/actions.ts'
import { STAY_MESSAGES } from './model/messages.ts'
import { moveInActions, publishMoveIn } from './model/move-in-actions.ts'
import { MOVE_IN_MESSAGES } from './model/move-in-messages.ts'
import { MOVE_IN_PARAMETERS } from './model/move-in-parameters.ts'
import { moveInChoice, moveInPlan } from './model/move-in-plan.ts'
import { confirmInventory, doorCodes, myDorm, ownStayActions } from './model/own-actions.ts'
import { STAY_PARAMETERS } from './model/parameters.ts'
import { presenceException } from './model/presence.ts'
import { dormStay } from './model/stay.ts'

const LIST = ['dormitory:dormStay:list', 'dormitory:dormStay:export']
/** Desk staff, within the buildings they run. */
const DESK = ['register', 'checkIn', 'cancel', 'checkOut', 'undoCheckOut', 'import', 'doorCodes'].map(verb => `dormitory:dormStay:${verb}`)
/** Students choose their slot with their permission on 我的宿舍. */
const CHOICES = ['dormitory:moveInChoice:list', 'dormitory:moveInChoice:export']

/** Stays from reservation to check-out, arrival slots of the moving day, and expected presence at night. */
export default definePart({
  code: 'stays',
  needs: ['places'],
  entities: [dormStay, presenceException, moveInPlan, moveInChoice],
  subjects: [dormStay],
  actions: [...stayActions, ...ownStayActions, ...moveInActions],
  menus: [
    {
      title: '我的宿舍',
      path: '/dormitory/mine',
      component: 'dormitory/MyDormPage',
      icon: 'bed-double',
      of: [myDorm, confirmInventory],
      own: 'student',
      service: { title: '宿舍', category: 'life', first: 3 },
    },
    {
      title: '住宿登记',
      path: '/dormitory/stays',
      component: 'dormitory/StayPage',
      icon: 'book-user',
      of: [...LIST, 'dormitory:dormStay:import', registerStay, cancelStays, checkOut, undoCheckOut, graduateStays],
    },
    { title: '入住办理', path: '/dormitory/desk', component: 'dormitory/DeskPage', icon: 'scan-line', of: [checkIn], service: { category: 'life', first: 3 } },
    { title: '门牌', path: '/dormitory/doors', component: 'dormitory/DoorPage', icon: 'qr-code', of: [doorCodes] },
    { title: '不在寝登记', path: '/dormitory/exceptions', component: 'dormitory/PresenceExceptionPage', icon: 'moon', of: [presenceException] },
    { title: '入住预约', path: '/dormitory/move-in', component: 'dormitory/MoveInPage', icon: 'calendar-check', of: [...CHOICES, moveInPlan, publishMoveIn] },
  ],
  pages: [{ path: '/dormitory/door', title: '门牌', component: 'dormitory/ScannedDoorPage', access: 'signedIn', frame: 'shell' }],
  messages: [...Object.values(STAY_MESSAGES), ...Object.values(MOVE_IN_MESSAGES)],
  todoKinds: { dormClosed: '楼宇停用' },
  parameters: { ...STAY_PARAMETERS, ...MOVE_IN_PARAMETERS },
  events: ['dormitory.presenceChanged', 'dormitory.stayCheckedIn', 'dormitory.stayEnded', 'dormitory.stayReleased', 'dormitory.stayReserved'],
  optionalEvents: ['offCampus.begun'],
  grants: {
    officer: [...LIST, ...DESK, 'dormitory:dormStay:graduate', 'dormitory:presenceException:*', 'dormitory:moveInPlan:*', ...CHOICES],
    college: [...LIST, 'dormitory:presenceException:*', ...CHOICES],
    fdy: [...LIST, 'dormitory:presenceException:list', ...CHOICES],
    bzr: ['dormitory:dormStay:list', 'dormitory:moveInChoice:list'],
    dormManager: [...LIST, ...DESK, 'dormitory:moveInPlan:list', ...CHOICES],
    student: ['dormitory:dormStay:mine'],
  },
})
