import { definePart } from '#model'
import {
  actionCards,
  caseActions,
  caseRegister,
  confirmMild,
  confirmSevere,
  dismissCase,
  followUp,
  proposeByHand,
  raiseCase,
  reviewCase,
  shareCard,
  shareCase,
  withholdGuardian,
} from './model/actions.ts'
import { attentionCall, attentionCallStep } from './model/attention-call.ts'
import { attentionCase, attentionFollowUp, attentionMember } from './model/attention-case.ts'
import { attentionNotice } from './model/attention-notice.ts'
import { myCalls, takeCall } from './model/call-actions.ts'
import { ATTENTION_MESSAGES } from './model/messages.ts'
import { ATTENTION_PARAMETERS } from './model/parameters.ts'

const HELP = [caseRegister, proposeByHand, dismissCase, followUp, reviewCase, shareCard, myCalls].map(a => a.permission)
/** Attention cases, and who learns what of them. No role has a layer by itself: these permissions open pages, the relation opens cases. */
export default definePart({
  code: 'attention',
  needs: [],
  entities: [attentionCase, attentionMember, attentionFollowUp, attentionNotice, attentionCall, attentionCallStep],
  actions: [...caseActions, myCalls, takeCall],
  menus: [
    {
      title: '关注名单',
      path: '/mentalHealth/cases',
      component: 'mentalHealth/CasesPage',
      icon: 'users-round',
      of: [caseRegister, proposeByHand, confirmSevere, confirmMild, dismissCase, followUp, raiseCase, reviewCase, withholdGuardian, shareCase, shareCard],
    },
    { title: '紧急呼叫', path: '/mentalHealth/calls', component: 'mentalHealth/CallsPage', icon: 'phone-call', of: [myCalls, takeCall] },
    { title: '行动提示', path: '/mentalHealth/cards', component: 'mentalHealth/CardsPage', icon: 'clipboard-check', of: [actionCards] },
  ],
  messages: Object.values(ATTENTION_MESSAGES),
  parameters: ATTENTION_PARAMETERS,
  grants: {
    psychologist: [...HELP, confirmSevere.permission, shareCase.permission],
    college: [...HELP, confirmMild.permission],
    fdy: [...HELP, confirmMild.permission],
    bzr: [actionCards.permission],
    teacher: [actionCards.permission],
    dormManager: [actionCards.permission],
  },
})
