import { defineModule } from '#model'
import * as loans from './model/actions.ts'
import * as arrivals from './model/arrival.ts'
import { campusApplication } from './model/campus-application.ts'
import { exportChange, loanChange } from './model/change.ts'
import * as leaving from './model/confirmation.ts'
import { creditLoan } from './model/credit-loan.ts'
import { loanDefault } from './model/default.ts'
import { loanExtension } from './model/extension.ts'
import { extensionApplication } from './model/extension-application.ts'
import './model/flow.ts'
import { ARRIVAL_MESSAGES, LEAVING_MESSAGES, LOAN_MESSAGES, RENEWAL_MESSAGES } from './model/messages.ts'
import { PARAMETERS } from './model/parameters.ts'
import { loanReceipt } from './model/receipt.ts'
import { checkRenewals, loanRenewal, loanRenewalLine, ownRenewals, renewals } from './model/renewal.ts'
import { loanStatistics } from './model/statistics.ts'

const read = (of: string): string[] => [`loan:${of}:list`, `loan:${of}:export`]

/** Listed one by one: answering has a page of its own, else students would be granted the list as well. */
const RENEWALS = [...read('loanRenewalLine'), checkRenewals.permission]

export default defineModule({
  code: 'loan',
  name: '助学贷款',
  needs: ['system', 'campus', 'student', 'message', 'exchange', 'workflow', 'money', 'fee'],
  entities: [
    creditLoan,
    loanReceipt,
    arrivals.loanArrivalFile,
    arrivals.loanArrival,
    leaving.loanConfirmation,
    loanChange,
    loanDefault,
    loanRenewal,
    loanRenewalLine,
    loanExtension,
  ],
  subjects: [creditLoan, loanExtension],
  actions: [
    ...Object.values(loans),
    ...Object.values(campusApplication),
    arrivals.previewArrivals,
    arrivals.importArrivals,
    arrivals.matchArrival,
    arrivals.askUnmatch,
    arrivals.unmatchArrival,
    leaving.saveContacts,
    leaving.confirmLoan,
    leaving.myConfirmation,
    exportChange,
    ...renewals,
    ...Object.values(extensionApplication),
    loanStatistics,
    loanStatistics.sheet,
  ],
  menus: [
    {
      title: '助学贷款',
      icon: 'landmark',
      domain: 'aid',
      children: [
        {
          title: '我的助学贷款',
          path: '/loan/mine',
          component: 'loan/MyLoansPage',
          icon: 'landmark',
          of: [loans.registerMine],
          own: 'student',
          service: { title: '助学贷款', category: 'money' },
        },
        { title: '申请校园地贷款', path: '/loan/apply', component: 'loan/CampusApplyPage', icon: 'building-2', of: [campusApplication.apply], own: 'student' },
        { title: '申请深造展期', path: '/loan/extend', component: 'loan/ExtendPage', icon: 'graduation-cap', of: [extensionApplication.apply], own: 'student' },
        { title: '贷款台账', path: '/loan/loans', component: 'loan/LoanPage', icon: 'list-checks', of: [creditLoan, loans.registerLoan] },
        { title: '回执录入', path: '/loan/receipts', component: 'loan/ReceiptPage', icon: 'scan-line', of: [loanReceipt, loans.enterReceipt] },
        {
          title: '放款匹配',
          path: '/loan/arrivals',
          component: 'loan/ArrivalPage',
          icon: 'arrow-left-right',
          of: [arrivals.loanArrival, arrivals.loanArrivalFile, arrivals.importArrivals, arrivals.matchArrival, arrivals.unmatchArrival],
        },
        { title: '我的续贷', path: '/loan/renewal', component: 'loan/MyRenewalPage', icon: 'history', of: [ownRenewals.answer], own: 'student' },
        { title: '续贷', path: '/loan/renewals', component: 'loan/RenewalPage', icon: 'history', of: [loanRenewal, ...RENEWALS] },
        { title: '贷款毕业确认', path: '/loan/confirm', component: 'loan/ConfirmPage', icon: 'clipboard-pen', of: [leaving.confirmLoan], own: 'student' },
        { title: '毕业确认', path: '/loan/confirmations', component: 'loan/ConfirmationPage', icon: 'graduation-cap', of: [leaving.loanConfirmation] },
        { title: '深造展期', path: '/loan/extensions', component: 'loan/ExtensionPage', icon: 'graduation-cap', of: read('loanExtension') },
        { title: '变更上报', path: '/loan/changes', component: 'loan/ChangePage', icon: 'send', of: [loanChange, exportChange] },
        { title: '逾期名单', path: '/loan/defaults', component: 'loan/DefaultPage', icon: 'triangle-alert', of: [loanDefault] },
        { title: '贷款统计', path: '/loan/statistics', component: 'loan/StatisticsPage', icon: 'chart-column', of: [loanStatistics] },
      ],
    },
  ],
  messages: [...Object.values(LOAN_MESSAGES), ...Object.values(ARRIVAL_MESSAGES), ...Object.values(LEAVING_MESSAGES), ...Object.values(RENEWAL_MESSAGES)],
  parameters: PARAMETERS,
  events: ['loan.arrived', 'loan.confirmed', 'loan.ended', 'loan.registered'],
  optionalEvents: ['enlistment.stageChanged', 'student.clearanceOpened', 'student.graduated'],
  grants: {
    officer: ['loan:*'],
    college: [loanStatistics.permission, ...read('creditLoan'), ...read('loanConfirmation'), ...read('loanRenewalLine'), 'loan:loanRenewal:list'],
    fdy: [...read('creditLoan'), ...read('loanConfirmation'), 'loan:loanRenewal:list', ...RENEWALS],
    finance: read('creditLoan'),
    student: [
      loans.registerMine.permission,
      campusApplication.apply.permission,
      ownRenewals.answer.permission,
      extensionApplication.apply.permission,
      leaving.confirmLoan.permission,
    ],
    alumnus: [leaving.confirmLoan.permission],
  },
})
