import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { DISPATCH } from '../model/permissions.ts'
import { disputeCharges, each, holdersFor, ordersChanged, orderTodos, tell, tellAudience, workerOf } from './order-news.ts'
import { idsOf, type Order } from './orders.ts'
import { daysAfter, settingsOf } from './settings.ts'
import { resumeAll } from './sheet-steps.ts'

const until = (o: Order) => ({ until: schoolTimeText(o.dueFinish ?? o.createdAt) })
const markBreached = (db: Db, orders: readonly Order[]) =>
  db.updateWhere(repairOrder, { id: idsOf(orders) }, { breachedAt: sql`coalesce(t.breached_at, t.due_finish)` }, { bookkeeping: true })
const REACHED = {
  async warning(db: Db, orders: readonly Order[]) {
    const dispatchers = await holdersFor(db, DISPATCH)
    const people = (o: Order) => [...dispatchers(o), ...workerOf(o)]
    await tell(db, REPAIR_MESSAGES.warning, 'work', each(orders, people, until))
  },
  async breach(db: Db, orders: readonly Order[]) {
    await markBreached(db, orders)
    await orderTodos.open(db, 'breach', each(orders, await holdersFor(db, DISPATCH), until))
  },
  async office(db: Db, orders: readonly Order[]) {
    await markBreached(db, orders)
    const names = await accountNamer(db, orders.flatMap(workerOf))
    const late = (o: Order) => ({ ...until(o), worker: names(o.workerId) })
    await tell(db, REPAIR_MESSAGES.escalated, 'orders', each(orders, await officersOf(db), late))
  },
}
/** 20-R5: a warning, a breach, and twice the time; after downtime only the last one. A suspended order is not watched. */
export const alerts = escalation(repairOrder, {
  when: `t.state in ('submitted', 'reopened', 'dispatched', 'working')`,
  at: { warning: 'warnAt', breach: 'dueFinish', office: 'escalateAt' },
  marks: ['warning', 'breach', 'office'],
  reached: 'alerted',
  lastOnly: true,
  history: false,
  reach: (db, mark, rows) => REACHED[mark](db, rows),
})
/** Suspended orders go on at their date. */
export const goOn = whenDue(repairOrder, {
  when: `t.state = 'suspended'`,
  at: 'resumeOn',
  set: { state: 'working' },
  act: (db, rows, now) => resumeAll(db, rows, new Date(now).toISOString()),
})
/** 20-R7: silence counts as consent to the repair, but not to its cost, which then goes to the manager (20-R10). */
export const confirmSilent = whenDue(repairOrder, {
  when: `t.state = 'done'`,
  at: 'confirmBy',
  set: async (now, db) => ({
    state: 'confirmed' as const,
    confirmedWay: 'rule' as const,
    confirmedAt: now,
    scoreUntil: daysAfter(now, (await settingsOf(db)).scoreDays),
    chargeState: sql`case when t.charge_state = 'asked' then 'disputed' else t.charge_state end`,
  }),
  async act(db, rows) {
    await ordersChanged(db, rows)
    await tellAudience(db, REPAIR_MESSAGES.confirmedByRule, rows, { days: (await settingsOf(db)).confirmDays })
    const disputed = rows.filter(o => o.chargeState === 'disputed')
    if (disputed.length) await disputeCharges(db, disputed, null)
  },
})
/** The evaluation is over. */
export const close = whenDue(repairOrder, { when: `t.state = 'confirmed'`, at: 'scoreUntil', set: { state: 'closed' }, act: ordersChanged })
export default deadlines('repair.clock', '报修计时', '* * * * *', [goOn, alerts, confirmSilent, close])
