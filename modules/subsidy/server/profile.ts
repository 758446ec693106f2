import { moneyText } from '#model/money.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { subsidyApplication } from '../model/application.ts'
import { grantStates, subsidyGrant } from '../model/grant.ts'
import { subsidyItem } from '../model/item.ts'

const GRANTS = 'subsidy:subsidyGrant:list'
const APPLICATIONS = 'subsidy:subsidyApplication:list'
const MOST = 6
/** What a student is granted; which requests wait, on the desks of those who see them. */
export default [
  profilePart({
    code: 'subsidy',
    label: '资助',
    order: 54,
    permission: GRANTS,
    list: studentId => `/subsidy/grants?studentId=${studentId}`,
    async lines({ db }, studentId) {
      const rows = await db.visibleFor(subsidyGrant, GRANTS).all({ studentId }, { sort: ['-grantedOn'], limit: MOST })
      const items = new Map((await db.unscoped(subsidyItem).all({ id: rows.map(r => r.itemId) })).map(i => [i.id, i.name])) // settings of the school
      return rows.map(({ itemId, xn, amount, released, state }) => ({
        label: xn,
        value: [items.get(itemId), moneyText(amount - released), state === 'active' ? '' : grantStates.labels[state]].filter(Boolean).join(' '),
      }))
    },
  }),
  deskFigure({
    code: 'subsidy.waiting',
    order: 47,
    permission: APPLICATIONS,
    for: 'staff',
    async run({ db }) {
      const among = db.visibleFor(subsidyApplication, APPLICATIONS)
      const value = await among.count({ state: 'pending' })
      const late = await among.count({ state: 'pending', 'dueAt.le': new Date().toISOString() })
      if (!value) return null
      return {
        ...{ label: '审批中的资助申请', value, unit: '份', link: '/subsidy/applications?view=pending' },
        ...(late ? { tone: 'late' as const, note: { text: '{n} 份求助超时', values: { n: late } } } : {}),
      }
    },
  }),
]
