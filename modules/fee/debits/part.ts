import { definePart } from '#model'
import * as actions from './model/actions.ts'
import { debitBatch, debitLine } from './model/debit.ts'

const READ = ['fee:debitBatch:list', 'fee:debitBatch:export', 'fee:debitLine:list', 'fee:debitLine:export']
const BATCHES = [...READ, ...Object.values(actions).map(a => a.permission)]

/** Bank debit: what students owe is collected from their cards by a file to the bank, whose answer comes back as one. */
export default definePart({
  code: 'debits',
  needs: ['orders', 'merchants', 'bills', 'prices'],
  entities: [debitBatch, debitLine],
  actions: Object.values(actions),
  menus: [
    { title: '银行代扣', path: '/fee/debits', component: 'fee/DebitPage', icon: 'landmark', of: BATCHES },
    { title: '代扣明细', path: '/fee/debit-lines', component: 'fee/DebitLinePage', icon: 'list-ordered', of: ['fee:debitLine:list', 'fee:debitLine:reveal'] },
  ],
  grants: { finance: [...BATCHES, 'fee:debitLine:reveal'] },
})
