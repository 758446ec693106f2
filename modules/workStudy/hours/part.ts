import { definePart } from '#model'
import { enterHours, hourActions, myWork, settleDispute, weekGrid } from './model/actions.ts'
import { hourEntry, hourMonth } from './model/hour-entry.ts'
import { HOUR_MESSAGES, SCAN_MESSAGES } from './model/messages.ts'
import { HOUR_PARAMETERS } from './model/parameters.ts'
import { workScan } from './model/work-scan.ts'

const ENTRIES = ['workStudy:hourEntry:list', 'workStudy:hourEntry:export']
const REMOVE = 'workStudy:hourEntry:remove'

/** Hours: entered by the unit, scanned or added by students, confirmed by both. */
export default definePart({
  code: 'hours',
  needs: ['posts'],
  entities: [workScan, hourEntry, hourMonth],
  subjects: [hourEntry],
  actions: hourActions,
  menus: [
    {
      title: '我的勤工助学',
      path: '/workStudy/mine',
      component: 'workStudy/MyWorkPage',
      icon: 'briefcase',
      of: [myWork],
      own: 'student',
      service: { title: '勤工助学', category: 'money' },
    },
    { title: '工时登记', path: '/workStudy/hours', component: 'workStudy/HoursPage', icon: 'calendar-clock', of: [weekGrid, REMOVE] },
    { title: '工时', path: '/workStudy/entries', component: 'workStudy/EntryPage', icon: 'clock', of: [...ENTRIES, settleDispute, 'workStudy:workScan:list'] },
  ],
  pages: [{ path: '/workStudy/screen', title: '签到屏', component: 'workStudy/ScreenPage', access: 'signedIn', frame: 'bare' }],
  messages: [...Object.values(HOUR_MESSAGES), ...Object.values(SCAN_MESSAGES)],
  todoKinds: { hourConfirm: '工时确认' },
  parameters: HOUR_PARAMETERS,
  events: ['workStudy.hoursApproved'],
  grants: {
    officer: [...ENTRIES, settleDispute.permission, 'workStudy:workScan:list'],
    employer: [...ENTRIES, enterHours.permission, REMOVE, 'workStudy:workScan:list'],
    college: ENTRIES,
    fdy: ENTRIES,
    student: [myWork.permission],
  },
})
