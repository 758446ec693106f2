import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { payOrder } from '../../orders/model/pay-order.ts'
import { reconDiff } from '../model/recon-diff.ts'

const [DAYS, DIFFS] = ['fee:reconDay:list', 'fee:reconDiff:list']
/** What orders have brought in today, for whoever closes the days. Test money is none (40-F19). */
const received = deskFigure({
  code: 'fee.received',
  order: 10,
  permission: DAYS,
  for: 'staff',
  async run({ db }) {
    const [row] = await db.query<{ n: number; amount: number }>(sql`select count(*)::int as n, coalesce(sum(received), 0)::float8 as amount
      from ${db.visibleFor(payOrder, 'fee:payOrder:list').rows()} o where not o.is_test and o.paid_at >= (${today()}::date at time zone 'Asia/Shanghai')`)
    const { n = 0, amount = 0 } = row ?? {}
    return { label: '今天收款', value: n, unit: '笔', note: { text: '{amount} 元', values: { amount: yuanText(amount) } }, link: '/fee/orders' }
  },
})
const differences = deskFigure({
  code: 'fee.differences',
  order: 11,
  permission: DIFFS,
  for: 'staff',
  async run({ db }) {
    const value = await db.visibleFor(reconDiff, DIFFS).count({ state: ['open', 'proposed'] })
    return { label: '对账差异', value, unit: '笔', link: '/fee/differences', ...(value ? { tone: 'late' as const } : {}) }
  },
})
export default [received, differences]
