import sql from 'sql-template-tag'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { enterReceipt } from '../model/actions.ts'
import { loanArrival, matchArrival } from '../model/arrival.ts'
import { loanReceipt } from '../model/receipt.ts'
import { checkRenewals, loanRenewalLine } from '../model/renewal.ts'

const LINES = 'loan:loanRenewalLine:list'
/** Receipts to enter, the nearest deadline beside them, payments that fit no loan, and statements that a counsellor has not read. */
export default [
  deskFigure({
    code: 'loan.receipts',
    order: 58,
    permission: enterReceipt.permission,
    for: 'staff',
    async run({ db }) {
      const [row] = await db.query<{
        value: number
        nearest: string | null
        late: number
      }>(sql`select count(*)::int as value, min(r.deadline)::text as nearest, count(*) filter (where r.state = 'late')::int as late
        from ${db.visibleFor(loanReceipt, 'loan:loanReceipt:list').rows()} r where r.state in ('toEnter', 'late') and jsonb_array_length(coalesce(r.proof, '[]')) > 0`)
      if (!row?.value) return null
      const { value, nearest, late } = row
      return {
        label: '待录入贷款回执',
        value,
        unit: '份',
        link: '/loan/receipts',
        ...(late ? { tone: 'late' as const } : {}),
        ...(nearest ? { note: { text: '最近 {day} 截止', values: { day: nearest } } } : {}),
      }
    },
  }),
  deskFigure({
    code: 'loan.unmatched',
    order: 59,
    permission: matchArrival.permission,
    for: 'staff',
    async run({ db }) {
      const value = await db.visibleFor(loanArrival, 'loan:loanArrival:list').count({ matched: false })
      return value ? { label: '未匹配的放款', value, unit: '笔', link: '/loan/arrivals' } : null
    },
  }),
  deskFigure({
    code: 'loan.renewals',
    order: 60,
    permission: checkRenewals.permission,
    for: 'staff',
    async run({ db }) {
      const value = await db.visibleFor(loanRenewalLine, LINES).count({ 'checkedAt.isNull': true, 'returnNote.isNull': true })
      return value ? { label: '待核对的续贷', value, unit: '人', link: '/loan/renewals?tab=list' } : null
    },
  }),
]
