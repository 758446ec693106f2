import sql from 'sql-template-tag'
import { postMoney } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { branchLedger } from '../model/branch.ts'
import { remittance } from '../model/remittance.ts'
import type { Plan } from './plans.ts'

/** In fen: by so much one sum that arrived differs from what was sent. */
const DIFFERENCE = 1_00
const COLLEGE_SHARE = 50
/** What branches and colleges collected for a plan has gone up; of one college another sum arrived than was sent. */
export async function demoRemittances(db: Db, plan: Plan): Promise<void> {
  const [sender, receiver] = [await demoAccount(db, 'college'), await demoAccount(db, 'league')]
  if (!sender || !receiver) return
  const units = await db.query<{
    id: string
    name: string
    parentId: string
    level: 'branch' | 'college'
    collected: number
  }>(sql`select b.id, b.name, b.parent_id as "parentId", b.level,
      coalesce(sum(f.paid), 0)::float8 as collected
    from league_branch b join league_branch u on u.tenant_id = b.tenant_id and (u.id = b.id or u.parent_id = b.id)
      join league_fee f on f.tenant_id = u.tenant_id and f.branch_id = u.id and f.plan_id = ${plan.id}
    where b.tenant_id = ${db.me.tenantId} and b.level <> 'school' group by 1, 2, 3, 4 having sum(f.paid) > 0 order by b.level, b.name`)
  const odd = units.find(u => u.level === 'college')
  for (const [n, unit] of units.entries()) {
    const { id, name, parentId, level, collected } = unit
    const dueShare = level === 'branch' ? 100 : COLLEGE_SHARE
    const amount = Math.round((collected * dueShare) / 100)
    const isOdd = unit === odd
    const sums = { collected, dueShare, due: amount, amount, received: isOdd ? amount - DIFFERENCE : amount }
    const people = { sentById: sender.id, sentAt: moment(-110, '10:00'), receivedById: receiver.id, receivedAt: moment(-105, '15:00') }
    const row = await db.insert(remittance, { planId: plan.id, fromId: id, toId: parentId, ...sums, ...people, state: isOdd ? 'sent' : 'received' })
    if (isOdd) continue
    const entry = { accountId: id, accountKey: name, kind: 'remit', amount, sourceType: 'remittance', sourceId: row.id, sourceSeq: n + 1, values: { branch: name } } as const
    await postMoney(db, branchLedger, { book: 'league' }, [entry])
  }
}
