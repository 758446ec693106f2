import { definePart } from '#model'
import { assessReturn, attentionHandover, handoverActions, openHandovers, signHandover } from './model/handover.ts'
import { HANDOVER_MESSAGES } from './model/messages.ts'

/** Cases whose student got another counsellor or major, was suspended, came back or left: they wait until the receiver signs. */
export default definePart({
  code: 'handover',
  needs: ['attention'],
  entities: [attentionHandover],
  actions: handoverActions,
  menus: [
    { title: '个案交接', path: '/mentalHealth/handovers', component: 'mentalHealth/HandoverPage', icon: 'arrow-left-right', of: [openHandovers, signHandover, assessReturn] },
  ],
  messages: Object.values(HANDOVER_MESSAGES),
  grants: {
    psychologist: [signHandover.permission, assessReturn.permission],
    college: [signHandover.permission],
    fdy: [signHandover.permission],
  },
})
