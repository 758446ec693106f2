import { definePart } from '#model'
import { copyStandards, priceOf, priceTable } from './model/actions.ts'
import { chargeItem } from './model/charge-item.ts'
import { chargeStandard } from './model/charge-standard.ts'

/** 收费项目, 收费标准: what the school charges for, and how much whom. */
export default definePart({
  code: 'prices',
  needs: ['merchants'],
  entities: [chargeItem, chargeStandard],
  actions: [priceOf, priceTable, copyStandards],
  menus: [
    { title: '收费项目', path: '/fee/items', component: 'fee/ItemPage', icon: 'tag', of: [chargeItem] },
    { title: '收费标准', path: '/fee/standards', component: 'fee/StandardPage', icon: 'sliders-horizontal', of: [chargeStandard, priceOf, priceTable, copyStandards] },
  ],
  grants: { finance: ['fee:chargeItem:*', 'fee:chargeStandard:*'] },
})
