import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type HandedIn, handedInItem, handIn } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { repairOrder } from '../model/order.ts'

/** Days until a cost is due. */
const DUE_DAYS = 30
interface Charged {
  id: string
  orderNo: string
  amount: number
  userId: string
  studentId: string | null
  name: string
}
const chargedOrders = (db: Db, where: Sql): Promise<Charged[]> =>
  db.query<Charged>(sql`select o.id, o.order_no as "orderNo", o.cost_total::float8 as amount, u.id as "userId", a.student_id as "studentId", coalesce(s.name, u.nick_name) as name from repair_order o
    join sys_user u on u.tenant_id = o.tenant_id and u.id = o.applicant_id left join student_account a on a.tenant_id = u.tenant_id and a.user_id = u.id
    left join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
    where o.tenant_id = ${db.me.tenantId} and o.charge_state = 'charged' and o.bill_line_id is null and o.cost_total > 0 and ${where} order by o.id`)
/** 20-R10, 40-F18: costs that applicants bear become lines of the fees, each once. While finance has not set up the item, they wait. */
export async function handInCharges(db: Db, where: Sql = sql`true`): Promise<number> {
  const item = await handedInItem(db, 'repairItem')
  const orders = item ? await chargedOrders(db, where) : []
  if (!item || !orders.length) return 0
  const day = today()
  const lines = orders.map(
    ({ id, orderNo, amount, userId, studentId, name }): HandedIn => ({
      ...{ sourceType: 'repairOrder', sourceId: id, sourceSeq: '1', item, amount, xn: schoolYearOf(day), dueDate: addDays(day, DUE_DAYS) },
      payer: studentId ? { type: 'student', id: studentId, name } : { type: 'external', id: userId, name },
      explain: { note: `维修单 ${orderNo}，人为损坏的材料和人工` },
    }),
  )
  const ids = await handIn(db, lines)
  await db.updateMany(
    repairOrder,
    orders.map((o, n) => ({ id: o.id, billLineId: ids[n] as string })),
    { bookkeeping: true },
  )
  return orders.length
}
export default [
  on('repair.orderChanged', 'repair.handIn', async ({ db }, { orderId, amount }) => {
    if (typeof orderId === 'string' && typeof amount === 'number') await handInCharges(db, sql`o.id = ${orderId}`)
  }),
  scheduledJob('repair.handIn', '维修费用交财务', '25 3 * * *', db => handInCharges(db)),
]
