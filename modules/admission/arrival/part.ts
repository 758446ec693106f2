import { definePart } from '#model'
import { arrivalActions, enrolBatch, giveUp, reviewArrival } from './model/actions.ts'
import { lateApplication } from './model/late-application.ts'
import { lateArrival } from './model/late-arrival.ts'
import './model/late-flow.ts'
import { ARRIVAL_PARAMETERS } from './model/parameters.ts'

const LIST = ['admission:lateArrival:list', 'admission:lateArrival:export']
const ROLL = 'admission:admittedStudent:list'

/** Arrival: who comes later, the initial review, enrolment, and who is deemed to give up. */
export default definePart({
  code: 'arrival',
  needs: ['roll'],
  entities: [lateArrival],
  subjects: [lateArrival],
  actions: [...arrivalActions, ...Object.values(lateApplication)],
  menus: [
    { title: '报到初审', path: '/admission/arrival', component: 'admission/ArrivalPage', icon: 'clipboard-check', of: [reviewArrival, enrolBatch], brings: [ROLL] },
    { title: '延期报到', path: '/admission/late', component: 'admission/LatePage', icon: 'calendar-clock', of: LIST },
    { title: '逾期未报到', path: '/admission/overdue', component: 'admission/OverduePage', icon: 'calendar-off', of: [giveUp] },
    { title: '申请延期报到', hidden: true, of: [lateApplication.apply] },
  ],
  pages: [{ path: '/welcome/late', title: '延期报到', component: 'admission/MyLatePage', access: 'signedIn', frame: 'bare', isEntry: true }],
  parameters: ARRIVAL_PARAMETERS,
  optionalEvents: ['welcome.arrived'],
  grants: {
    admissions: [...LIST, reviewArrival.permission, enrolBatch.permission, giveUp.permission],
    officer: [...LIST, giveUp.permission],
    college: [...LIST, reviewArrival.permission, enrolBatch.permission],
    newStudent: [lateApplication.apply.permission],
  },
})
