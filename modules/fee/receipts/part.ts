import { definePart } from '#model'
import { RECEIPT_PARAMETERS } from './model/parameters.ts'
import { myReceiptPdf, myReceipts, receipt, receiptPdf, staffActions } from './model/receipt.ts'

const READ = ['fee:receipt:list', 'fee:receipt:export']
const RECEIPTS = [...READ, ...staffActions.map(a => a.permission)]

/** Receipts: issued for what orders have paid, one for each kind, reversed and issued anew where money goes back. */
export default definePart({
  code: 'receipts',
  needs: ['orders', 'bills', 'prices'],
  entities: [receipt],
  subjects: [receipt],
  actions: [...staffActions, receiptPdf, myReceipts, myReceiptPdf],
  menus: [{ title: '票据', path: '/fee/receipts', component: 'fee/ReceiptPage', icon: 'ticket', of: RECEIPTS }],
  parameters: RECEIPT_PARAMETERS,
  grants: { finance: RECEIPTS, college: READ, fdy: READ, officer: READ },
})
