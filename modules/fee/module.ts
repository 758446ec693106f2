import { defineModule } from '#model'
import arrears from './arrears/part.ts'
import bills from './bills/part.ts'
import choices from './choices/part.ts'
import debits from './debits/part.ts'
import merchants from './merchants/part.ts'
import orders from './orders/part.ts'
import prices from './prices/part.ts'
import receipts from './receipts/part.ts'
import reconcile from './reconcile/part.ts'
import requests from './requests/part.ts'

export default defineModule({
  code: 'fee',
  name: '缴费',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory', 'money', 'exchange'],
  menus: [{ title: '缴费管理', icon: 'receipt', domain: 'aid' }],
  // in the order of their menu entries
  parts: [
    orders,
    bills,
    choices,
    arrears,
    requests,
    prices,
    merchants,
    reconcile,
    debits,
    receipts, //
  ],
})
