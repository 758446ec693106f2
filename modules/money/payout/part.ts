import { definePart } from '#model'
import { accountActions, aidOffers, fundActions, holdLine, listActions, myMoney, saveMyAccount } from './model/actions.ts'
import { bankAccount } from './model/bank-account.ts'
import './model/flow.ts'
import { fundAccount } from './model/fund-account.ts'
import { FUND_MESSAGES, PAYOUT_MESSAGES } from './model/messages.ts'
import { payoutLine, payoutList } from './model/payout.ts'

const READ = (name: string) => [`money:${name}:list`, `money:${name}:export`]
const REVEAL_LINE = 'money:payoutLine:reveal'
const LISTS = [...READ('payoutList'), ...READ('payoutLine'), ...listActions.map(a => a.permission)]
const ACCOUNTS = ['money:bankAccount:list', 'money:bankAccount:save', 'money:bankAccount:confirmHolder']
const FUNDS = [...READ('fundAccount'), 'money:fundAccount:add', 'money:fundAccount:update', 'money:fundAccount:remove', ...fundActions.map(a => a.permission)]

/** 发放: funds, cards of students, and lists by which a bank pays them. */
export default definePart({
  code: 'payout',
  needs: ['ledger'],
  entities: [fundAccount, bankAccount, payoutList, payoutLine],
  subjects: [payoutList, payoutLine],
  actions: [...listActions, ...accountActions, ...fundActions, myMoney, aidOffers],
  menus: [
    {
      title: '我的资助',
      path: '/money/mine',
      component: 'money/MyMoneyPage',
      icon: 'hand-heart',
      of: [myMoney, saveMyAccount],
      own: 'student',
      service: { title: '资助', category: 'money' },
    },
    {
      title: '我能申请的资助',
      path: '/money/offers',
      component: 'money/AidOffersPage',
      icon: 'sparkles',
      of: [aidOffers],
      own: 'student',
      service: { title: '我能申请的资助', category: 'money' },
    },
    { title: '发放单', path: '/money/payouts', component: 'money/PayoutPage', icon: 'receipt', of: LISTS },
    { title: '发放明细', path: '/money/payout-lines', component: 'money/PayoutLinePage', icon: 'list-ordered', of: [...READ('payoutLine'), holdLine, REVEAL_LINE] },
    { title: '经费', path: '/money/funds', component: 'money/FundPage', icon: 'landmark', of: FUNDS },
    { title: '银行卡', path: '/money/accounts', component: 'money/AccountPage', icon: 'wallet', of: [...ACCOUNTS, 'money:bankAccount:reveal'] },
  ],
  messages: [...Object.values(PAYOUT_MESSAGES), ...Object.values(FUND_MESSAGES)],
  events: ['money.payoutPaid', 'money.payoutFailed'],
  grants: {
    finance: [...LISTS, ...ACCOUNTS, ...FUNDS, 'money:bankAccount:reveal', REVEAL_LINE],
    officer: [...LISTS.filter(key => key !== 'money:payoutList:exportBank' && key !== 'money:payoutList:importReturn'), ...READ('fundAccount'), 'money:bankAccount:list'],
    student: [myMoney.permission, aidOffers.permission, saveMyAccount.permission],
  },
})
