import { definePart } from '#model'
import { itemActions } from './model/actions.ts'
import { awardItem } from './model/award-item.ts'

const ITEM = 'award:awardItem'
/** What is awarded: items with levels, conditions and exclusions. */
export default definePart({
  code: 'items',
  entities: [awardItem],
  actions: itemActions,
  menus: [{ title: '奖项', path: '/award/items', component: 'award/ItemPage', icon: 'award', of: [awardItem] }],
  grants: { officer: [`${ITEM}:*`], college: [`${ITEM}:list`], fdy: [`${ITEM}:list`], bzr: [`${ITEM}:list`] },
})
