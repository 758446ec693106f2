import { definePart } from '#model'
import { crisisActions, crisisEvent, crisisStep, reportCrisis } from './model/crisis-event.ts'
import { CRISIS_MESSAGES } from './model/messages.ts'

/** What happened in a crisis, and who leads it. */
export default definePart({
  code: 'crisis',
  needs: ['attention'],
  entities: [crisisEvent, crisisStep],
  actions: crisisActions,
  menus: [{ title: '危机事件', path: '/mentalHealth/crises', component: 'mentalHealth/CrisisPage', icon: 'triangle-alert', of: crisisActions }],
  messages: Object.values(CRISIS_MESSAGES),
  grants: { psychologist: [reportCrisis.permission], college: [reportCrisis.permission], fdy: [reportCrisis.permission] },
})
