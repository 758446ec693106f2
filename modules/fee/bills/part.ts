import { definePart } from '#model'
import * as lines from './model/actions.ts'
import { adjustment, adjustmentActions } from './model/adjustment.ts'
import { billLine, payerCredit } from './model/bill-line.ts'
import { billRun, billRunLine } from './model/bill-run.ts'
import { BILL_MESSAGES } from './model/messages.ts'
import { openingBalance } from './model/opening-balance.ts'
import { PARAMETERS } from './model/parameters.ts'
import * as runs from './model/run-actions.ts'
import { collectionStatistics } from './model/statistics.ts'

const REMIND = lines.remindArrears.permission
const STATISTICS = collectionStatistics.permission
const LINES = ['fee:billLine:list', 'fee:billLine:export']
const CREDITS = ['fee:payerCredit:list', 'fee:payerCredit:export']
const OPENINGS = ['list', 'add', 'remove', 'import', 'export'].map(verb => `fee:openingBalance:${verb}`)
const ADJUSTMENTS = ['fee:adjustment:list', 'fee:adjustment:export', ...adjustmentActions.map(a => a.permission)]
const RUNS = ['fee:billRun:list', 'fee:billRun:export', ...[runs.issueRun, runs.resumeRun, runs.undoRun].map(a => a.permission)]

/** Bills: what each payer owes and why, from the price list or handed in by other modules; arrears and the payer's credit. */
export default definePart({
  code: 'bills',
  needs: ['prices', 'merchants'],
  entities: [billLine, payerCredit, billRun, billRunLine, openingBalance, adjustment],
  subjects: [billLine],
  actions: [...Object.values(lines), ...adjustmentActions, ...Object.values(runs), collectionStatistics, collectionStatistics.sheet],
  menus: [
    { title: '账单生成', path: '/fee/issue', component: 'fee/IssuePage', icon: 'file-spreadsheet', of: RUNS },
    { title: '应缴台账', path: '/fee/lines', component: 'fee/LinePage', icon: 'list-checks', of: [...LINES, REMIND] },
    { title: '期初欠费', path: '/fee/opening', component: 'fee/OpeningPage', icon: 'history', of: OPENINGS },
    { title: '收缴统计', path: '/fee/statistics', component: 'fee/CollectionPage', icon: 'chart-column', of: [collectionStatistics] },
    { title: '预存', path: '/fee/credits', component: 'fee/CreditPage', icon: 'wallet', of: CREDITS },
    { title: '调账', path: '/fee/adjustments', component: 'fee/AdjustmentPage', icon: 'arrow-left-right', of: ADJUSTMENTS },
  ],
  messages: Object.values(BILL_MESSAGES),
  parameters: PARAMETERS,
  events: ['fee.arrearsChanged', 'fee.billIssued', 'fee.deferralChanged', 'fee.lineClosed', 'fee.paid', 'fee.refunded'],
  optionalEvents: ['student.admissionChanged'],
  grants: {
    finance: ['sheet:print:issue', ...LINES, ...CREDITS, ...ADJUSTMENTS, ...RUNS, ...OPENINGS, REMIND, STATISTICS],
    college: [...LINES, REMIND, STATISTICS],
    fdy: [...LINES, REMIND],
    officer: [...LINES, STATISTICS],
  },
})
