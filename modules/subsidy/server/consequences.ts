import { moneyText } from '#model/money.ts'
import { isEnded, isPresent } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'
import { subsidyGrant } from '../model/grant.ts'
import { subsidyItem } from '../model/item.ts'

/** 30-SC2, 40-Z4: grants that stop for a student who leaves, and pause for one who is away, with what is not paid yet. */
export default consequence({
  code: 'subsidy.grants',
  order: 32,
  async of(db, { studentId, to }) {
    if (isPresent(to.status)) return []
    const grants = await db.unscoped(subsidyGrant).all({ studentId, state: ['active', 'suspended'] }, { sort: ['grantedOn'] }) // whoever decides on the student is told what stops
    const items = new Map((await db.unscoped(subsidyItem).all({ id: grants.map(g => g.itemId) })).map(i => [i.id, i.name])) // settings of the school
    return grants.map(({ itemId, amount, released, paid }) => ({
      label: isEnded(to.status) ? '资助停发' : '资助暂停',
      value: { text: '{item}，未发 {amount}', values: { item: items.get(itemId) ?? '—', amount: moneyText(amount - released - paid) } },
    }))
  },
})
