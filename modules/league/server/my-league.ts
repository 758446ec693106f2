import { payWays } from '#modules/fee/server/api.ts'
import { ownStudentId, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueFee, UNPAID } from '../model/fee.ts'
import { myLeague } from '../model/fee-actions.ts'
import { liableFor } from '../model/liability.ts'
import { leagueMember } from '../model/member.ts'
import { monthOf } from '../model/months.ts'
import { leagueFeePlan } from '../model/plan.ts'
import type { Fee } from './charges.ts'
import { handUpOf } from './hand-up.ts'
import { type Branch, ownBranch } from './reach.ts'

const SHOWN = ['id', 'kind', 'fromMonth', 'toMonth', 'months', 'amount', 'paid', 'state', 'ground', 'dueDate', 'paidAt'] as const
const pick = <T extends object, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> => Object.fromEntries(keys.map(k => [k, row[k]])) as Pick<T, K>
async function feesOf(db: Db, studentId: string) {
  const fees = await db.unscoped(leagueFee).all({ studentId }, { sort: ['-fromMonth', '-id'], limit: 60 }) // the caller's own
  const payers = await studentsOf(
    db,
    fees.flatMap(f => f.paidById ?? []),
  )
  return fees.map(f => ({ ...pick(f, SHOWN), paidBy: payers.get(f.paidById ?? '')?.name ?? null }))
}
async function memberOf(db: Db, studentId: string) {
  const member = await db.unscoped(leagueMember).find({ studentId, state: 'active' }) // the caller's own
  if (!member) return null
  const { id, joinedOn, partyStage, branchId } = member
  const month = monthOf(today())
  const branch = (await db.unscoped(leagueBranch).one(branchId)).name // its name
  return { id, branch, joinedOn, partyStage, isLiable: typeof liableFor(member, { from: month, to: month }) === 'object' }
}
/** For the secretary: members of the branch with fees that nobody has paid. */
async function unpaidOf(db: Db, branch: Branch) {
  const [fees, members] = await Promise.all([
    db.unscoped(leagueFee).all({ branchId: branch.id, state: UNPAID, kind: ['plan', 'back'] }, { sort: ['dueDate', 'id'], limit: 400 }), // the secretary's own branch
    db.unscoped(leagueMember).count({ branchId: branch.id, state: 'active' }), // as above
  ])
  const people = await studentsOf(
    db,
    fees.map(f => f.studentId),
  )
  const shown = (f: Fee) => ({ ...pick(f, ['id', 'months', 'amount', 'paid', 'state', 'dueDate', 'remindedOn']), name: people.get(f.studentId)?.name ?? '' })
  return { id: branch.id, name: branch.name, members, unpaid: fees.map(shown) }
}
/** The account of the running plan, else any of the league's. */
async function wayOf(db: Db) {
  const [ways, [plan]] = await Promise.all([
    payWays(db, 'league'),
    db.unscoped(leagueFeePlan).all({ state: ['published', 'closed'] }, { sort: ['-fromMonth'], limit: 1 }), // where its money lands is no secret
  ])
  const way = ways.find(w => w.merchantId === plan?.merchantId) ?? ways[0]
  // WeChat's own browser would have to be asked who pays first, which only one's own order is
  return way ? { ...pick(way, ['merchantId', 'name', 'provider']), scenes: way.scenes.filter(scene => scene !== 'jsapi') } : null
}
export default handle(myLeague, async ctx => {
  const { db, me } = ctx
  const studentId = ownStudentId(me)
  const [member, fees, way, branch] = await Promise.all([memberOf(db, studentId), feesOf(db, studentId), wayOf(db), ownBranch(ctx)])
  return { member, fees, way, branch: branch ? { ...(await unpaidOf(db, branch)), handUp: await handUpOf(db, branch) } : null }
})
