import { moneyText } from '#model/money.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { itemsOf } from '../../items/server/api.ts'
import { awardRecord } from '../model/award-record.ts'

const LIST = 'award:awardRecord:list'
const MOST = 6
/** What the student was awarded. */
export default profilePart({
  code: 'award',
  label: '获奖',
  order: 30,
  permission: LIST,
  facts: ['award.count'],
  list: studentId => `/award/records?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(awardRecord, LIST).all({ studentId, state: 'valid' }, { sort: ['-grantedOn'], limit: MOST })
    const items = await itemsOf(
      db,
      rows.map(r => r.itemId),
    )
    return rows.map(({ itemId, xn, level, amount }) => ({
      label: xn,
      value: [items.find(i => i.id === itemId)?.name, level, amount ? moneyText(amount) : ''].filter(Boolean).join(' '),
    }))
  },
})
