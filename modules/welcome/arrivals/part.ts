import { definePart } from '#model'
import { arrivalActions } from './model/actions.ts'
import { ARRIVAL_PARAMETERS } from './model/parameters.ts'
import { arrivalPlan, arrivalSlot } from './model/slot.ts'

const PLANS = ['welcome:arrivalPlan:list', 'welcome:arrivalPlan:export']

/** When new students arrive, and how. */
export default definePart({
  code: 'arrivals',
  needs: ['steps'],
  entities: [arrivalSlot, arrivalPlan],
  subjects: [arrivalPlan],
  actions: arrivalActions,
  menus: [
    { title: '到校时段', path: '/welcomes/slots', component: 'welcome/SlotPage', icon: 'calendar-clock', of: [arrivalSlot] },
    {
      title: '到站统计',
      path: '/welcomes/stations',
      component: 'welcome/StationPage',
      icon: 'map-pin',
      of: [...PLANS, 'welcome:arrivalPlan:reveal'],
      brings: ['welcome:welcomeMember:list'],
    },
  ],
  pages: [{ path: '/welcome/arrival', title: '到站登记', component: 'welcome/ArrivalPlanPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  parameters: ARRIVAL_PARAMETERS,
  grants: {
    admissions: ['welcome:arrivalSlot:*', ...PLANS, 'welcome:arrivalPlan:reveal'],
    officer: ['welcome:arrivalSlot:list', ...PLANS, 'welcome:arrivalPlan:reveal'],
    college: ['welcome:arrivalSlot:list', ...PLANS],
    fdy: ['welcome:arrivalSlot:list', ...PLANS],
  },
})
