import { definePart } from '#model'
import { merchantAccount } from './model/merchant-account.ts'

/** 收款账户: where money lands, and the providers behind one interface. */
export default definePart({
  code: 'merchants',
  needs: [],
  entities: [merchantAccount],
  menus: [{ title: '收款账户', path: '/fee/merchants', component: 'fee/MerchantPage', icon: 'landmark', of: [merchantAccount] }],
  grants: { finance: ['fee:merchantAccount:*'] },
})
