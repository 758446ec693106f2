import type { MessageEvent } from '#model'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { managersHere } from '#modules/dormitory/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { permissionHolders } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Notification } from '#server/notifications/notify.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { CHARGE_STATES, repairOrder } from '../model/order.ts'
import { repairScore } from '../model/score.ts'
import { OPEN_ORDER, orderStates, type SheetState, sheetStates } from '../model/states.ts'
import { repairType } from '../model/type.ts'
import { audienceOf, idsOf, type Order } from './orders.ts'

type Values = NonNullable<Notification['values']>
type To = (o: Order) => readonly string[]
const PAGES = { mine: '/repair/apply', work: '/repair/work', orders: '/repair/orders', dispatch: '/repair/dispatch', confirm: '/repair/confirm' } as const
/** An order on one of the pages. */
export const orderLink = (page: keyof typeof PAGES) => (o: { id: string }) => `${PAGES[page]}?id=${o.id}`
export const applicantOf: To = o => [o.applicantId ?? []].flat()
export const workerOf: To = o => [o.workerId ?? []].flat()
const valuesOf = async (o: Order, db: Db) => ({ orderNo: o.orderNo, place: o.place ?? '', type: (await db.cached(repairType)).get(o.typeId)?.name ?? '' })
const aboutOrder: MessageAbout<Order> = { bizType: 'repairOrder', link: orderLink('mine'), values: valuesOf }

/** One event about many orders, each to people of its own. */
export const tell = (db: Db, event: MessageEvent, orders: readonly Order[], to: To, page: keyof typeof PAGES, more: (o: Order) => Values = () => ({})): Promise<void> =>
  notifyAbout(
    db,
    event,
    aboutOrder,
    orders.map(row => ({ row, to: to(row), link: orderLink(page)(row), more: more(row) })),
  )
/** To applicants and supporters, those of merged orders included (20-R12). */
export async function tellAudience(db: Db, event: MessageEvent, orders: readonly Order[], more?: (o: Order) => Values): Promise<void> {
  const people = await audienceOf(db, idsOf(orders))
  await tell(db, event, orders, o => people.get(o.id) ?? [], 'mine', more)
}
const summary = (o: Order) => o.title
/** What people have to do about an order: dispatch it, confirm it, answer about its cost, decide about it, see to a breach. */
export const orderTodos = rowTodos(repairOrder, aboutOrder, {
  pool: { text: '{place}的{type}等人派单', while: o => o.pooledAt !== null, link: orderLink('dispatch'), summary, message: REPAIR_MESSAGES.pooled },
  confirm: {
    text: '{place}的{type}修好了吗？',
    while: o => o.state === 'done',
    done: o => (o.confirmedWay === 'rule' ? '到期自动确认' : orderStates.labels[o.state]),
    link: orderLink('mine'),
    summary,
  },
  charge: {
    text: '{place}的{type}费用请答复',
    while: o => o.chargeState === 'asked',
    done: o => CHARGE_STATES[o.chargeState ?? 'waived'],
    link: orderLink('mine'),
    summary,
    message: REPAIR_MESSAGES.charged,
  },
  decide: {
    text: '{place}的{type}费用由谁承担',
    while: o => o.chargeState === 'disputed',
    done: o => CHARGE_STATES[o.chargeState ?? 'waived'],
    link: orderLink('confirm'),
    summary,
    message: REPAIR_MESSAGES.disputed,
  },
  breach: {
    text: '{place}的{type}已超时',
    while: o => o.breachedAt !== null && OPEN_ORDER.some(state => state === o.state),
    link: orderLink('orders'),
    summary,
    priority: 'urgent',
    message: REPAIR_MESSAGES.breach,
  },
})
/** The worker's: to accept the sheet of an order. */
export const sheetTodos = rowTodos<Order, 'accept', { id: string; state: SheetState }>(repairOrder, aboutOrder, {
  accept: {
    text: '{place}：{type}，请接单',
    while: sheet => sheet.state === 'assigned',
    done: sheet => sheetStates.labels[sheet.state],
    link: orderLink('work'),
    summary,
    message: REPAIR_MESSAGES.assigned,
  },
})
/** 20-R9 */
export const scoreTodos = rowTodos<{ id: string; order: Order }, 'callBack', { id: string; calledBackAt: string | null }>(
  repairScore,
  { bizType: 'repairScore', link: s => `/repair/scores?id=${s.id}`, values: (s, db) => valuesOf(s.order, db) },
  {
    callBack: {
      text: '{place}评分低，请回访',
      while: score => score.calledBackAt === null,
      done: () => '已回访',
      link: s => `/repair/scores?id=${s.id}`,
    },
  },
)
/** Accounts that hold a permission for an order's building: its managers and people of a role of their own; the office where there are none. */
export async function holdersFor(db: Db, permission: string): Promise<(o: Pick<Order, 'buildingId'>) => string[]> {
  const holders = await permissionHolders(db, permission)
  const dorms = [...(await db.cached(dormBuilding)).values()]
  const office = await officersOf(db)
  const here = await managersHere(
    db,
    dorms.map(d => d.id),
  )
  const everywhere = holders.filter(h => h.scope === 'all' && h.role !== 'admin' && h.role !== 'officer').map(h => h.id)
  const managing = new Set(holders.filter(h => h.scope === 'building').map(h => h.id))
  const managers = new Map(dorms.map(d => [d.buildingId, (here.get(d.id) ?? []).filter(id => managing.has(id))]))
  return o => {
    const near = [...new Set([...everywhere, ...(managers.get(o.buildingId ?? '') ?? [])])]
    return near.length ? near : office
  }
}
