import { definePart } from '#model'
import { correctResults, publiciseSheets, resultDifferences, schemeProgress } from './model/actions.ts'
import { RESULT_MESSAGES } from './model/messages.ts'

/** Results on their way to what holds: public notice, objections, corrections. */
export default definePart({
  code: 'results',
  needs: ['schemes', 'sheets'],
  actions: [publiciseSheets, schemeProgress, resultDifferences, correctResults],
  menus: [{ title: '公示和更正', path: '/cqa/notices', component: 'cqa/NoticePage', icon: 'megaphone', of: [schemeProgress, correctResults] }],
  events: ['cqa.resultCorrected'],
  messages: Object.values(RESULT_MESSAGES),
  grants: { officer: [publiciseSheets.permission, correctResults.permission] },
})
