import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { leagueFee } from '../model/fee.ts'
import { feeProgress } from '../model/fee-actions.ts'
import { leagueMember } from '../model/member.ts'

const [MEMBERS, FEES] = ['league:leagueMember:list', 'league:leagueFee:list']
const members = deskFigure({
  code: 'league.members',
  order: 50,
  permission: MEMBERS,
  for: 'staff',
  async run({ db }) {
    const value = await db.visibleFor(leagueMember, MEMBERS).count({ state: 'active' })
    return value ? { label: '在册团员', value, unit: '人', link: '/league/members' } : null
  },
})
/** What is due of fees by now, of all plans that are not archived, for whoever watches the progress. */
const unpaid = deskFigure({
  code: 'league.unpaid',
  order: 51,
  permission: feeProgress.permission,
  for: 'staff',
  async run({ db }) {
    const [row] = await db.query<{
      n: number
      heads: number
    }>(sql`select count(distinct f.member_id) filter (where f.state in ('due', 'overdue'))::int as n, count(distinct f.member_id)::int as heads
      from ${db.visibleFor(leagueFee, FEES).rows()} f join league_fee_plan p on p.tenant_id = f.tenant_id and p.id = f.plan_id where f.amount > 0 and p.state in ('published', 'closed')`)
    if (!row?.heads) return null
    const percent = percentOf(row.heads - row.n, row.heads) ?? 0
    return { label: '未缴团费', value: row.n, note: { text: '已缴 {percent}%', values: { percent } }, link: '/league/progress' }
  },
})
export default [members, unpaid]
