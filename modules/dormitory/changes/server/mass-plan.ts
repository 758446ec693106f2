import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { phraseOf, phraseValues } from '#server/i18n/wording.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { cancelMass } from '../model/mass-actions.ts'
import { massMove, massMoveLine } from '../model/mass-move.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { carryList, type Listed, listed } from './mass-carry.ts'
import { tellPlanned } from './notify.ts'

const LINK = '/dormitory/mass-move?view=done'
/** Plans a list for a later date: its lines stay open, so that no other list moves the same students, and the students are notified. */
export async function keepPlan(db: Db, { id, effectiveDate }: { id: string; effectiveDate: string }, { lines, moves }: Listed): Promise<void> {
  const ids = lines.map(l => l.id)
  await db.updateWhere(massMoveLine, { id: ids }, { massMoveId: id }, { history: false }) // recorded by the plan
  await tellPlanned(db, CHANGE_MESSAGES.changeMoves, id, moves, { date: effectiveDate })
}
/** Returns the list to its author. */
const giveBack = (db: Db, id: string): Promise<unknown> => db.updateWhere(massMoveLine, { massMoveId: id, isOpen: true }, { massMoveId: null }, { history: false })
const cancel = handle(cancelMass, async ({ db }, { id }) => {
  await db.visible(massMove).one(id)
  await db.unscoped(massMove).lock(id, 'cancel') // found within the reader's scope just before
  const { moves } = await listed(db, { massMoveId: id })
  await giveBack(db, id)
  await db.update(massMove, id, { state: 'cancelled' })
  await tellPlanned(db, CHANGE_MESSAGES.changeLapsed, id, moves, { reason: { text: CANCELLED } })
  return { students: moves.length }
})
const CANCELLED = '批量调宿计划已取消'
const UNFIT = '批量调宿没有执行'
/**
 * 20-DM7: executes a planned move on its date, once; if it no longer fits nobody moves, the list is returned and its planner notified of the reason. Returns how
 * many were due.
 */
export async function executePlanned(db: Db): Promise<number> {
  const due = await db.unscoped(massMove).all({ state: 'planned', 'effectiveDate.le': today() }, { sort: ['effectiveDate'] }) // scheduled job without a user: no data scope applies
  await eachApart(due, ({ id }) => db.tx(inside => executeOne(inside, id)))
  return due.length
}
async function executeOne(db: Db, id: string): Promise<void> {
  const plan = await db.unscoped(massMove).lock(id) // another process may have been first
  if (plan.state !== 'planned') return
  const list = await listed(db, { massMoveId: id })
  if (!list.problems.length && list.lines.length) return carryList({ db, me: db.me }, plan, list)
  const reason = phraseOf(list.problems.map(p => p.issue))
  await giveBack(db, id)
  await db.update(massMove, id, { state: 'failed', ...phraseValues(plan, 'endNote', reason, 300) })
  await tellPlanned(db, CHANGE_MESSAGES.changeLapsed, id, list.moves, { reason: { text: UNFIT } })
  const to = plan.executedBy ? [plan.executedBy] : []
  await notify(db, CHANGE_MESSAGES.massMoveStuck, { to, values: { name: plan.name, reason }, bizType: 'massMove', bizId: id, link: LINK, mobileLink: LINK })
}
export default [
  cancel,
  scheduledJob('dormitory.massMoves', '执行计划的批量调宿', '*/10 * * * *', executePlanned, {
    isWhole: false,
    due: `select from mass_move where tenant_id = $1 and state = 'planned' and effective_date <= current_date`,
  }),
]
