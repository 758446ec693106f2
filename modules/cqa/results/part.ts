import { definePart } from '#model'
import { correctResults, publiciseSheets, resultDifferences, schemeProgress } from './model/actions.ts'
import { RESULT_MESSAGES } from './model/messages.ts'
import { replayScheme } from './model/replay.ts'
import { resultStatistics } from './model/statistics.ts'

const STATISTICS = [resultStatistics.permission]
/** Results on their way to what holds: public notice, objections, corrections; and what they come to as a whole. */
export default definePart({
  code: 'results',
  needs: ['schemes', 'sheets'],
  actions: [publiciseSheets, schemeProgress, resultDifferences, correctResults, resultStatistics, resultStatistics.sheet, replayScheme],
  menus: [
    { title: '公示和更正', path: '/cqa/notices', component: 'cqa/NoticePage', icon: 'megaphone', of: [schemeProgress, correctResults] },
    { title: '规则试算', path: '/cqa/replay', component: 'cqa/ReplayPage', icon: 'repeat-2', of: [replayScheme] },
    { title: '测评统计', path: '/cqa/statistics', component: 'cqa/StatisticsPage', icon: 'chart-column', of: [resultStatistics] },
  ],
  events: ['cqa.resultCorrected'],
  messages: Object.values(RESULT_MESSAGES),
  grants: { officer: [publiciseSheets.permission, correctResults.permission, ...STATISTICS], college: STATISTICS, fdy: STATISTICS, bzr: STATISTICS },
})
