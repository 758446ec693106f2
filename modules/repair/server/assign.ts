import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Explanation } from '../model/choose-worker.ts'
import { acceptBy } from '../model/clock.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { type ASSIGNED_WAYS, OPEN_SHEET, workSheet } from '../model/sheet.ts'
import { changeOrders, each, sheetTodos, tell, workerOf } from './order-news.ts'
import { type Order, urgencyOf } from './orders.ts'
import { settingsOf } from './settings.ts'

export interface Giving {
  order: Order
  repairerId: string
  way: keyof typeof ASSIGNED_WAYS
  why: Explanation | null
}
const NO_POOL = { dispatchAt: null, pooledAt: null, poolReason: null } as const
/** Gives orders to workers, whose rows the caller has locked. Returns the sheets, in order; claimed ones are accepted at once. */
export async function give(db: Db, givings: readonly Giving[], now = Date.now()): Promise<string[]> {
  if (!givings.length) return []
  const [settings, assignedAt] = [await settingsOf(db), new Date(now).toISOString()]
  const sheets = givings.map(async ({ order, repairerId, way }) => {
    const until = acceptBy(now, await urgencyOf(db, order.urgencyId), settings)
    const sheet = { id: uuidv7(), orderId: order.id, repairerId, assignedWay: way, assignedAt, acceptBy: until }
    return way === 'grab' ? { ...sheet, state: 'accepted' as const, acceptedAt: assignedAt } : { ...sheet, state: 'assigned' as const, acceptedAt: null }
  })
  const made = new Map((await Promise.all(sheets)).map(sheet => [sheet.orderId, sheet]))
  await db.insertMany(workSheet, [...made.values()])
  const to = new Map(givings.map(g => [g.order.id, g]))
  const orders = givings.map(g => g.order)
  const given = await changeOrders(db, orders, o => ({ state: 'dispatched', workerId: to.get(o.id)?.repairerId ?? null, why: to.get(o.id)?.why ?? null, ...NO_POOL }))
  const asked = given.filter(o => made.get(o.id)?.state === 'assigned')
  const until = (o: Order) => ({ until: schoolTimeText(made.get(o.id)?.acceptBy ?? '') })
  await sheetTodos.open(db, 'accept', each(asked, workerOf, until))
  return [...made.values()].map(s => s.id)
}
/** Takes the open sheet of an order away, if there is one, and tells its worker. */
export async function endSheet(db: Db, order: Order, reason: string): Promise<void> {
  const over = { state: 'transferred', endedAt: sql`now()`, endReason: reason } as const
  const ended = await db.updateWhere(workSheet, { orderId: order.id, state: OPEN_SHEET }, over, { returning: ['repairerId'] })
  if (!ended.length) return
  await sheetTodos.follow(db, [{ id: order.id, state: 'transferred' }])
  const workers = ended.map(s => s.repairerId)
  await tell(db, REPAIR_MESSAGES.taken, 'work', each([order], workers, { reason: { text: reason } }))
}
