import { definePart } from '#model'
import { merchantAccount, testConnection } from './model/merchant-account.ts'
import { sandboxTrade } from './model/sandbox-trade.ts'

/** 收款账户: where money lands, and the providers behind one interface. */
export default definePart({
  code: 'merchants',
  needs: [],
  entities: [merchantAccount, sandboxTrade],
  actions: [testConnection],
  menus: [{ title: '收款账户', path: '/fee/merchants', component: 'fee/MerchantPage', icon: 'landmark', of: [merchantAccount, testConnection] }],
  grants: { finance: ['fee:merchantAccount:*'] },
})
