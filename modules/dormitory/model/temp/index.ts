import type { Part } from '../part.ts'
import { closeTemps, tempActions, tempTonight } from './actions.ts'
import { tempApplication } from './application.ts'
import './flow.ts'
import { TEMP_MESSAGES } from './messages.ts'
import { TEMP_PARAMETERS } from './parameters.ts'
import { tempLocation } from './temp-location.ts'

/** Listed one by one: applying has pages of its own, else students would be granted the list as well. */
const LIST = ['dormitory:tempLocation:list', 'dormitory:tempLocation:export', 'dormitory:tempLocation:reveal']
const STAFF = [...LIST, 'dormitory:tempLocation:close', 'dormitory:tempLocation:tonight']

/** Nights elsewhere: requested by students, decided by counsellors; building managers see only "excused". */
export const temp: Part = {
  entities: [tempLocation],
  subjects: [tempLocation],
  actions: tempActions,
  menus: [
    { title: '申请外宿', path: '/dormitory/temp/apply', component: 'dormitory/TempApplyPage', icon: 'calendar-plus', of: [tempApplication.apply] },
    { title: '我的外宿', path: '/dormitory/temp/mine', component: 'dormitory/TempMinePage', icon: 'luggage', of: [tempApplication.apply] },
    { title: '临时外宿', path: '/dormitory/temp', component: 'dormitory/TempLocationPage', icon: 'luggage', of: [...LIST, closeTemps] },
    { title: '今晚外宿', path: '/dormitory/temp/tonight', component: 'dormitory/TempTonightPage', icon: 'moon', of: [tempTonight] },
  ],
  messages: Object.values(TEMP_MESSAGES),
  parameters: TEMP_PARAMETERS,
  grants: {
    officer: STAFF,
    college: STAFF,
    fdy: STAFF,
    bzr: ['dormitory:tempLocation:list'],
    dormManager: ['dormitory:tempLocation:tonight'],
    student: ['dormitory:tempLocation:apply'],
  },
}
