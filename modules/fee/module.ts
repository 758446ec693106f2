import { defineModule } from '#model'
import bills from './bills/part.ts'
import merchants from './merchants/part.ts'
import orders from './orders/part.ts'
import prices from './prices/part.ts'

export default defineModule({
  code: 'fee',
  name: '缴费',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory', 'money'],
  menus: [{ title: '缴费管理', icon: 'receipt', domain: 'aid' }],
  // in the order of their menu entries
  parts: [
    orders,
    bills,
    prices,
    merchants, //
  ],
})
