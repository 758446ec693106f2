import { defineModule } from '#model'
import ledger from './ledger/part.ts'
import payout from './payout/part.ts'

export default defineModule({
  code: 'money',
  name: '资金',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'exchange'],
  menus: [{ title: '资金管理', icon: 'wallet', domain: 'aid' }],
  // in the order of their menu entries
  parts: [
    payout,
    ledger, //
  ],
})
