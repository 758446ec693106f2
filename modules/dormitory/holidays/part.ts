import { definePart } from '#model'
import { assignDuty, departureActions, enterStays, holidayStayActions, leaveSchool, noteLeft, revokeStay } from './model/actions.ts'
import { stayApplication } from './model/application.ts'
import { closeDorm, closingActions, holidayBoard, setStayRooms } from './model/closing-actions.ts'
import { holidayDeparture } from './model/departure.ts'
import './model/flow.ts'
import { holidayStay } from './model/holiday-stay.ts'
import { HOLIDAY_MESSAGES } from './model/messages.ts'
import { HOLIDAY_PARAMETERS } from './model/parameters.ts'

/** Listed one by one: applying has pages of its own. */
const LIST = ['dormitory:holidayStay:list', 'dormitory:holidayStay:export', 'dormitory:holidayStay:reveal', 'dormitory:holidayDeparture:list', 'dormitory:holidayDeparture:export']
const BOARD = ['dormitory:holidayClosing:board', 'dormitory:holidayDeparture:note']
const STAFF = [...LIST, ...BOARD, 'dormitory:holidayStay:assign', 'dormitory:holidayStay:revoke', 'dormitory:holidayStay:enter']

/** Before a holiday each resident answers leave or stay; buildings are closed safely, and overdue returns are followed up. */
export default definePart({
  code: 'holidays',
  needs: ['places', 'stays', 'temp', 'nights', 'access'],
  entities: [holidayStay, holidayDeparture],
  subjects: [holidayStay],
  actions: [...holidayStayActions, ...departureActions, ...closingActions],
  menus: [
    {
      title: '我的离校留校',
      path: '/dormitory/holiday/mine',
      component: 'dormitory/HolidayMinePage',
      icon: 'luggage',
      of: [stayApplication.apply, leaveSchool],
      own: 'student',
      service: { title: '离校留校', category: 'leave' },
    },
    {
      title: '离校留校',
      path: '/dormitory/holiday',
      component: 'dormitory/HolidayHousePage',
      icon: 'door-open',
      of: [...LIST, holidayBoard, noteLeft, assignDuty, revokeStay, enterStays, closeDorm, setStayRooms],
    },
  ],
  messages: Object.values(HOLIDAY_MESSAGES),
  parameters: HOLIDAY_PARAMETERS,
  events: ['dormitory.departed', 'dormitory.returnLate'],
  grants: {
    officer: [...STAFF, 'dormitory:holidayClosing:close', 'dormitory:holidayClosing:central'],
    college: STAFF,
    fdy: STAFF,
    bzr: ['dormitory:holidayStay:list', 'dormitory:holidayClosing:board'],
    dormManager: [...LIST, ...BOARD, 'dormitory:holidayClosing:close'],
    student: ['dormitory:holidayStay:apply', 'dormitory:holidayDeparture:leave'],
  },
})
