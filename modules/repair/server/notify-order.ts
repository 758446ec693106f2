import type { MessageEvent } from '#model'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { permissionHolders } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Notification } from '#server/notifications/notify.ts'
import { closeTodosLater, openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { repairType } from '../model/type.ts'
import { audienceOf, idsOf, type Order } from './orders.ts'

type Values = NonNullable<Notification['values']>
export const MINE = '/repair/apply'
export const WORK_PAGE = '/repair/work'

const namesOf = async (order: Order, db: Db) => ({ orderNo: order.orderNo, place: order.place ?? '', type: (await db.cached(repairType)).get(order.typeId)?.name ?? '' })
export const aboutOrder: MessageAbout<Order> = { bizType: 'repairOrder', link: o => `${MINE}?id=${o.id}`, values: namesOf }
type To = (o: Order) => readonly string[]
/** One event about many orders, each to people of its own. */
export const tell = (db: Db, event: MessageEvent, orders: readonly Order[], to: To, page: string, more?: (o: Order) => Values): Promise<void> =>
  notifyAbout(
    db,
    event,
    aboutOrder,
    orders.map(row => ({ row, to: to(row), link: `${page}?id=${row.id}`, ...(more ? { more: more(row) } : {}) })),
  )
/** To applicants and supporters, those of merged orders included (20-R12). */
export async function tellAudience(db: Db, event: MessageEvent, orders: readonly Order[], more?: (o: Order) => Values): Promise<void> {
  const people = await audienceOf(db, idsOf(orders))
  await tell(db, event, orders, o => people.get(o.id) ?? [], MINE, more)
}
/** Accounts that hold a permission for an order's building: its managers and people of a role of their own; the office where there are none. */
export async function holdersFor(db: Db, permission: string): Promise<(o: Pick<Order, 'buildingId'>) => string[]> {
  const holders = await permissionHolders(db, permission)
  const dorms = [...(await db.cached(dormBuilding)).values()]
  const office = await officersOf(db)
  const accounts = await accountsOfTeachers(
    db,
    dorms.flatMap(d => (d.managerIds ?? []).flatMap(id => id ?? [])),
  )
  const everywhere = holders.filter(h => h.scope === 'all' && h.role !== 'admin' && h.role !== 'officer').map(h => h.id)
  const managing = new Set(holders.filter(h => h.scope === 'building').map(h => h.id))
  const managers = new Map(dorms.map(d => [d.buildingId, (d.managerIds ?? []).flatMap(id => accounts.get(id ?? '') ?? []).filter(id => managing.has(id))]))
  return o => {
    const near = [...new Set([...everywhere, ...(managers.get(o.buildingId ?? '') ?? [])])]
    return near.length ? near : office
  }
}
/** What somebody has to do about an order: dispatch it, accept it, confirm it, answer about its cost, decide about it, see to a breach. */
type Step = 'pool' | 'accept' | 'confirm' | 'charge' | 'decide' | 'breach'
/** To-dos of these people about orders. */
export async function todosFor(db: Db, orders: readonly Order[], to: To, text: string, page: string, more: Partial<TodoDraft> & { node: Step }): Promise<void> {
  const drafts = orders.map(async o => {
    const [title, link] = [{ text, values: await namesOf(o, db) }, `${page}?id=${o.id}`]
    return to(o).map(userId => ({ userId, kind: 'task' as const, title, bizType: 'repairOrder', bizId: o.id, link, mobileLink: link, summary: o.title, ...more }))
  })
  await openTodos(db, (await Promise.all(drafts)).flat())
}
/** Settles these to-dos of orders. */
export const settle = (db: Db, orders: ReadonlyArray<Pick<Order, 'id'>>, node: Step, result: string): Promise<void> =>
  closeTodosLater(db, { bizType: 'repairOrder', bizId: idsOf(orders), node }, 'done', result)
