import { defineModule } from '#model'
import { noteBack, noteOut, outingActions } from './model/actions.ts'
import { outingApplication } from './model/application.ts'
import { areaActions, areaNotice, areaReply, askArea } from './model/area.ts'
import './model/flow.ts'
import { goingOut } from './model/going-out.ts'
import { holidayDestination, holidayPlan, planActions, planPreview } from './model/holiday.ts'
import { destinationBack, holidayActions, ownDestinations } from './model/holiday-actions.ts'
import { HOLIDAY_MESSAGES, OUTING_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'

/** Staff responsible for students: they see locations in their scope, record returns, and ask students to report. */
const STAFF = [
  'outing:goingOut:list',
  'outing:goingOut:export',
  'outing:goingOut:reveal',
  'outing:goingOut:close',
  'outing:goingOut:applyFor',
  'outing:holidayPlan:list',
  'outing:holidayDestination:list',
  'outing:holidayDestination:export',
  'outing:holidayDestination:reveal',
  'outing:holidayDestination:close',
  'outing:areaNotice:*',
  'outing:areaReply:list',
  'outing:areaReply:export',
]
export default defineModule({
  code: 'outing',
  name: '外出管理',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'leave'],
  entities: [goingOut, holidayPlan, holidayDestination, areaNotice, areaReply],
  subjects: [goingOut, holidayDestination],
  actions: [...Object.values(outingApplication), ...outingActions, ...Object.values(planActions), ...Object.values(planPreview), ...holidayActions, ...areaActions],
  menus: [
    {
      title: '外出管理',
      icon: 'map-pin',
      domain: 'daily',
      children: [
        { title: '我的外出', path: '/outing/mine', component: 'outing/MinePage', icon: 'door-open', of: [outingApplication.apply, ownDestinations.answer], own: 'student' },
        {
          title: '登记外出',
          path: '/outing/apply',
          component: 'outing/ApplyPage',
          icon: 'map-pin',
          of: [outingApplication.apply],
          own: 'student',
          service: { title: '外出登记', category: 'leave', first: 6 },
        },
        { title: '外出登记', path: '/outing/trips', component: 'outing/TripPage', icon: 'map-pin', of: [goingOut, outingApplication.applyFor, noteBack, noteOut] },
        {
          title: '节假日去向',
          path: '/outing/holidays',
          component: 'outing/HolidayPage',
          icon: 'calendar-range',
          of: [holidayDestination, holidayPlan, planActions.publish, destinationBack],
        },
        { title: '外出追踪', path: '/outing/tracking', component: 'outing/TrackingPage', icon: 'map', of: ['outing:goingOut:list', askArea, areaNotice, areaReply] },
      ],
    },
  ],
  messages: [...Object.values(OUTING_MESSAGES), ...Object.values(HOLIDAY_MESSAGES)],
  events: ['outing.destinationAnswered', 'outing.destinationEnded', 'outing.ended', 'outing.overdue', 'outing.started'],
  optionalEvents: ['dormitory.passage'],
  grants: {
    admin: ['outing:*'],
    officer: [...STAFF, 'outing:goingOut:import', 'outing:holidayPlan:*'],
    college: [...STAFF, 'outing:goingOut:import', 'outing:holidayPlan:*'],
    fdy: STAFF,
    bzr: ['outing:goingOut:list', 'outing:holidayPlan:list', 'outing:holidayDestination:list'],
    student: ['outing:goingOut:apply', 'outing:areaReply:answer', 'outing:holidayDestination:answer'],
  },
  renamedPermissions: { 'outing:goingOut:register': 'outing:goingOut:apply', 'outing:areaNotice:ask': 'outing:areaNotice:publish' },
  parameters: PARAMETERS,
})
