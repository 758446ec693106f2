import { definePart } from '#model'
import { helpLines } from '../screening/model/turnout.ts'
import { attentionRule, ruleActions, rulesOf } from './model/attention-rule.ts'
import { attentionSignal, findSignals, signalActions } from './model/attention-signal.ts'
import { askHelp, helpActions, helpDesk, helpRequest } from './model/help-request.ts'
import { SIGNAL_PARAMETERS } from './model/parameters.ts'

/** Facts that add up to a proposed case, and requests for help. */
export default definePart({
  code: 'signals',
  needs: ['attention', 'screening'],
  entities: [attentionRule, attentionSignal, helpRequest],
  actions: [...ruleActions, ...signalActions, ...helpActions],
  menus: [
    { title: '关注信号', path: '/mentalHealth/signals', component: 'mentalHealth/SignalsPage', icon: 'radar', of: signalActions },
    { title: '求助处理', path: '/mentalHealth/requests', component: 'mentalHealth/HelpDeskPage', icon: 'bell-ring', of: [helpDesk] },
    { title: '信号规则', path: '/mentalHealth/rules', component: 'mentalHealth/RulesPage', icon: 'sliders-horizontal', of: [rulesOf] },
    {
      title: '心理求助',
      path: '/mentalHealth/help',
      component: 'mentalHealth/HelpPage',
      icon: 'hand-heart',
      of: [helpLines, askHelp],
      own: 'student',
      service: { title: '心理求助', category: 'life' },
    },
  ],
  parameters: SIGNAL_PARAMETERS,
  optionalEvents: ['warning.signalRaised'],
  grants: {
    psychologist: [findSignals.permission, helpDesk.permission, rulesOf.permission],
    college: [findSignals.permission],
    fdy: [findSignals.permission],
    student: [askHelp.permission],
  },
})
