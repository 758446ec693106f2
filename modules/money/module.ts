import { defineModule } from '#model'
import ledger from './ledger/part.ts'

export default defineModule({
  code: 'money',
  name: '资金',
  needs: ['campus', 'student'],
  menus: [{ title: '资金管理', icon: 'wallet', domain: 'aid' }],
  parts: [ledger],
})
