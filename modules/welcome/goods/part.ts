import { definePart } from '#model'
import { changeOrder, goodsActions, handOut, receiveStock } from './model/actions.ts'
import { goodsOrder, goodsStock, welcomeGoods } from './model/goods.ts'

const GOODS = 'welcome:welcomeGoods:list'
const ORDERS = ['welcome:goodsOrder:list', 'welcome:goodsOrder:export']
const STOCK = ['welcome:goodsStock:list', 'welcome:goodsStock:export']

/** Bedding and clothing that new students may order, and their hand-out. */
export default definePart({
  code: 'goods',
  needs: ['steps', 'desk', 'information', 'green'],
  entities: [welcomeGoods, goodsOrder, goodsStock],
  subjects: [goodsOrder],
  actions: goodsActions,
  menus: [
    { title: '迎新物品', path: '/welcomes/goods', component: 'welcome/GoodsPage', icon: 'luggage', of: [welcomeGoods] },
    { title: '物品订单', path: '/welcomes/orders', component: 'welcome/GoodsOrderPage', icon: 'clipboard-list', of: [...ORDERS, changeOrder] },
    { title: '物品库存', path: '/welcomes/stock', component: 'welcome/GoodsStockPage', icon: 'layers', of: [...STOCK, receiveStock] },
    { title: '物品发放', path: '/welcomes/handOut', component: 'welcome/HandOutGoodsPage', icon: 'scan-line', of: [handOut], brings: ['welcome:welcomeScan:scan'] },
  ],
  pages: [{ path: '/welcome/goods', title: '物品订购', component: 'welcome/MyGoodsPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  grants: {
    admissions: ['welcome:welcomeGoods:*', ...ORDERS, ...STOCK, changeOrder.permission, receiveStock.permission, handOut.permission],
    officer: [GOODS, ...ORDERS, ...STOCK, handOut.permission],
    college: [GOODS, ...ORDERS, handOut.permission],
    fdy: [GOODS, ...ORDERS, handOut.permission],
    teacher: [handOut.permission],
  },
})
