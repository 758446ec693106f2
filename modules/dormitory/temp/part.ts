import { definePart } from '#model'
import { closeTemps, tempActions, tempTonight } from './model/actions.ts'
import { tempApplication } from './model/application.ts'
import './model/flow.ts'
import { TEMP_MESSAGES } from './model/messages.ts'
import { TEMP_PARAMETERS } from './model/parameters.ts'
import { tempLocation } from './model/temp-location.ts'

/** Listed one by one: applying has pages of its own, else students would be granted the list as well. */
const LIST = ['dormitory:tempLocation:list', 'dormitory:tempLocation:export', 'dormitory:tempLocation:reveal']
const STAFF = [...LIST, 'dormitory:tempLocation:close', 'dormitory:tempLocation:tonight']

/** Nights elsewhere: requested by students, decided by counsellors; building managers see only "excused". */
export default definePart({
  code: 'temp',
  needs: ['places', 'stays'],
  entities: [tempLocation],
  subjects: [tempLocation],
  actions: tempActions,
  menus: [
    {
      title: '申请外宿',
      path: '/dormitory/temp/apply',
      component: 'dormitory/TempApplyPage',
      icon: 'calendar-plus',
      of: [tempApplication.apply],
      own: 'student',
      service: { title: '临时外宿', category: 'leave' },
    },
    { title: '我的外宿', path: '/dormitory/temp/mine', component: 'dormitory/TempMinePage', icon: 'luggage', of: [tempApplication.apply], own: 'student' },
    { title: '临时外宿', path: '/dormitory/temp', component: 'dormitory/TempLocationPage', icon: 'luggage', of: [...LIST, closeTemps] },
    { title: '今晚外宿', path: '/dormitory/temp/tonight', component: 'dormitory/TempTonightPage', icon: 'moon', of: [tempTonight] },
  ],
  messages: Object.values(TEMP_MESSAGES),
  parameters: TEMP_PARAMETERS,
  events: ['dormitory.tempLocationChanged'],
  grants: {
    officer: STAFF,
    college: STAFF,
    fdy: STAFF,
    bzr: ['dormitory:tempLocation:list'],
    dormManager: ['dormitory:tempLocation:tonight'],
    student: ['dormitory:tempLocation:apply'],
  },
})
