import type { MessageEvent, Row } from '#model'
import { moneyText } from '#model/money.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { managersHere } from '#modules/dormitory/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { permissionHolders } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Notification } from '#server/notifications/notify.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { repairType } from '../model/faults.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { CHARGE_STATES, OPEN_ORDER, orderStates, repairOrder } from '../model/order.ts'
import { repairScore } from '../model/score.ts'
import { sheetStates, type workSheet } from '../model/sheet.ts'
import { audienceOf, idsOf, type Order } from './orders.ts'

type Values = NonNullable<Notification['values']>
/** One value for all orders, or one for each. */
type For<T> = T | ((o: Order) => T)
const valueFor = <T extends object>(given: For<T>, o: Order): T => (typeof given === 'function' ? given(o) : given)
const PAGES = { mine: '/repair/apply', work: '/repair/work', orders: '/repair/orders', dispatch: '/repair/dispatch', confirm: '/repair/confirm' } as const
/** An order on one of the pages. */
const linkTo = (page: keyof typeof PAGES) => (o: { id: string }) => `${PAGES[page]}?id=${o.id}`
export const applicantOf = (o: Order): readonly string[] => [o.applicantId ?? []].flat()
export const workerOf = (o: Order): readonly string[] => [o.workerId ?? []].flat()
const valuesOf = async (o: Order, db: Db) => ({ orderNo: o.orderNo, place: o.place ?? '', type: (await db.cached(repairType)).get(o.typeId)?.name ?? '' })
const aboutOrder: MessageAbout<Order> = { bizType: 'repairOrder', link: linkTo('mine'), values: valuesOf }

/** Orders with whom to tell or ask about each, and what else it says. */
export const each = (orders: readonly Order[], to: For<readonly string[]>, more: For<Values> = {}) => orders.map(row => ({ row, to: valueFor(to, row), more: valueFor(more, row) }))
/** One event about many orders, shown on a page. */
export const tell = (db: Db, event: MessageEvent, page: keyof typeof PAGES, told: ReturnType<typeof each>): Promise<void> =>
  notifyAbout(db, event, { ...aboutOrder, link: linkTo(page) }, told)
/** To applicants and supporters, those of merged orders included (20-R12). */
export async function tellAudience(db: Db, event: MessageEvent, orders: readonly Order[], more?: For<Values>): Promise<void> {
  const people = await audienceOf(db, idsOf(orders))
  await tell(
    db,
    event,
    'mine',
    each(orders, o => people.get(o.id) ?? [], more),
  )
}
const summary = (o: Order) => o.title
const charge = (o: Order): string => CHARGE_STATES[o.chargeState ?? 'waived']
/** What people have to do about an order: dispatch it, confirm it, answer about its cost, decide about it, see to a breach. */
export const orderTodos = rowTodos(repairOrder, aboutOrder, {
  pool: { text: '{place}的{type}等人派单', while: o => o.pooledAt !== null, link: linkTo('dispatch'), summary, message: REPAIR_MESSAGES.pooled },
  confirm: {
    text: '{place}的{type}修好了吗？',
    while: o => o.state === 'done',
    done: o => (o.confirmedWay === 'rule' ? '到期自动确认' : orderStates.labels[o.state]),
    link: linkTo('mine'),
    summary,
  },
  charge: { text: '{place}的{type}费用请答复', while: o => o.chargeState === 'asked', done: charge, link: linkTo('mine'), summary, message: REPAIR_MESSAGES.charged },
  decide: { text: '{place}的{type}费用由谁承担', while: o => o.chargeState === 'disputed', done: charge, link: linkTo('confirm'), summary, message: REPAIR_MESSAGES.disputed },
  breach: {
    text: '{place}的{type}已超时',
    while: o => o.breachedAt !== null && OPEN_ORDER.some(state => state === o.state),
    link: linkTo('orders'),
    summary,
    priority: 'urgent',
    message: REPAIR_MESSAGES.breach,
  },
})
/** The worker's: to accept the sheet of an order. */
export const sheetTodos = rowTodos<Order, 'accept', Pick<Row<typeof workSheet>, 'id' | 'state'>>(repairOrder, aboutOrder, {
  accept: {
    text: '{place}：{type}，请接单',
    while: sheet => sheet.state === 'assigned',
    done: sheet => sheetStates.labels[sheet.state],
    link: linkTo('work'),
    summary,
    message: REPAIR_MESSAGES.assigned,
  },
})
const scoreLink = (s: { id: string }) => `/repair/scores?id=${s.id}`
/** 20-R9 */
export const scoreTodos = rowTodos<{ id: string; order: Order }, 'callBack', { id: string; calledBackAt: string | null }>(
  repairScore,
  { bizType: 'repairScore', link: scoreLink, values: (s, db) => valuesOf(s.order, db) },
  { callBack: { text: '{place}评分低，请回访', while: score => score.calledBackAt === null, done: () => '已回访', link: scoreLink } },
)
/** 20-R10: costs that applicants will not bear, or did not answer about, go to the manager. */
export async function disputeCharges(db: Db, orders: readonly Order[], reason: string | null): Promise<void> {
  const managers = await holdersFor(db, decideCharge.permission)
  await orderTodos.open(
    db,
    'decide',
    each(orders, managers, o => ({ amount: moneyText(o.costTotal ?? 0), reason: reason ?? { text: '没有答复' } })),
  )
}
/** Name of the queue that dispatches orders. */
export const DISPATCHER = 'repair.dispatch'
/** What follows from changed orders: to-dos are settled, those that wait are dispatched, and other modules hear of it. Only a cost that the applicant bears, by consent or by decision, is handed in to fees (40-F18). */
export async function ordersChanged(db: Db, rows: readonly Order[]): Promise<void> {
  await orderTodos.follow(db, rows)
  if (rows.some(r => r.dispatchAt)) await notifyWorkers(db, DISPATCHER)
  const payments = rows.map(r =>
    r.payBy !== 'student' ? { payBy: r.payBy } : r.chargeState === 'charged' ? { payBy: r.payBy, payerId: r.applicantId, amount: r.costTotal } : { payBy: null },
  )
  await db.emitMany(
    'repair.orderChanged',
    rows.map(({ id, roomId, state }, n) => ({ orderId: id, roomId, state, ...payments[n] })),
  )
}
/** Writes orders, the same to all or to each its own, and returns them as they are now. */
export async function changeOrders(db: Db, orders: readonly Order[], patch: For<Partial<Order>>): Promise<Order[]> {
  const patches = orders.map(o => ({ ...valueFor(patch, o), id: o.id }))
  await db.updateMany(repairOrder, patches)
  const after = orders.map((o, n) => ({ ...o, ...patches[n] }))
  await ordersChanged(db, after)
  return after
}
export const changeOrder = async (db: Db, order: Order, patch: Partial<Order>): Promise<Order> => (await changeOrders(db, [order], patch))[0] ?? order
/** Orders without a worker again, due at once: by the database's clock as well as by this one. */
export const sendBack = (db: Db, orders: readonly Order[]): Promise<Order[]> =>
  changeOrders(db, orders, o => ({ state: o.reopenCount ? 'reopened' : 'submitted', dispatchAt: o.createdAt }))
/** Accounts that hold a permission for an order's building: its managers and people of a role of their own; the office where there are none. */
export async function holdersFor(db: Db, permission: string): Promise<(o: Pick<Order, 'buildingId'>) => string[]> {
  const [holders, office, dorms] = [await permissionHolders(db, permission), await officersOf(db), await db.cached(dormBuilding)]
  const here = await managersHere(db, [...dorms.keys()])
  const everywhere = holders.filter(h => h.scope === 'all' && h.role !== 'admin' && h.role !== 'officer').map(h => h.id)
  const managing = new Set(holders.filter(h => h.scope === 'building').map(h => h.id))
  const managers = new Map([...dorms.values()].map(d => [d.buildingId, (here.get(d.id) ?? []).filter(id => managing.has(id))]))
  return o => {
    const near = [...new Set([...everywhere, ...(managers.get(o.buildingId ?? '') ?? [])])]
    return near.length ? near : office
  }
}
