import { definePart } from '#model'
import { closedDay, ledgerEntry } from './model/ledger-entry.ts'

const READ = ['money:ledgerEntry:list', 'money:ledgerEntry:export']

/** 资金台账: the entries of all money that must add up, and the accounting days that are closed. */
export default definePart({
  code: 'ledger',
  needs: [],
  entities: [ledgerEntry, closedDay],
  subjects: [ledgerEntry],
  menus: [{ title: '资金台账', path: '/money/ledger', component: 'money/LedgerPage', icon: 'book-open', of: READ }],
  grants: { finance: READ },
})
