import { definePart } from '#model'
import { billLine, payerCredit } from './model/bill-line.ts'

const LINES = ['fee:billLine:list', 'fee:billLine:export']
const CREDITS = ['fee:payerCredit:list', 'fee:payerCredit:export']

/** Bills: what each payer owes and why, from the price list or handed in by other modules; arrears and the payer's credit. */
export default definePart({
  code: 'bills',
  needs: ['prices', 'merchants'],
  entities: [billLine, payerCredit],
  subjects: [billLine],
  menus: [
    { title: '应缴台账', path: '/fee/lines', component: 'fee/LinePage', icon: 'list', of: LINES },
    { title: '预存', path: '/fee/credits', component: 'fee/CreditPage', icon: 'piggy-bank', of: CREDITS },
  ],
  events: ['fee.lineClosed', 'fee.paid'],
  grants: { finance: [...LINES, ...CREDITS], college: LINES, fdy: LINES, officer: LINES },
})
