import sql from 'sql-template-tag'
import { screenRepairs } from '#modules/dormitory/overview/model/measures.ts'
import { checkOutPoint, roomNote } from '#modules/dormitory/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { OPEN_ORDER, orderStates, repairOrder } from '../model/order.ts'

const LIST = 'repair:repairOrder:list'
/** 30 SP: what a student reported. */
const profile = profilePart({
  code: 'repair.repairOrder',
  label: '报修',
  order: 60,
  permission: LIST,
  async happened({ db }, studentId, limit) {
    const applicantId = (await accountsOf(db, [studentId])).get(studentId)
    const rows = applicantId ? await db.visibleFor(repairOrder, LIST).all({ applicantId }, { sort: ['-createdAt'], limit }) : []
    return rows.map(r => ({ at: r.createdAt, title: { text: '报修：{title}', values: { title: r.title ?? '' } }, note: { text: orderStates.labels[r.state] } }))
  },
})
/** Open repairs on the card of a room, for whoever sees the room. */
const card = roomNote({
  code: 'repair.open',
  label: '未完工报修',
  async find(db, roomId) {
    const open = await db.unscoped(repairOrder).all({ roomId, state: OPEN_ORDER }, { sort: ['createdAt'] }) // of the room whose card is read
    return open[0] ? { text: '{n} 张，最早的是{title}', values: { n: open.length, title: open[0].title ?? '' } } : null
  },
})
/** 20-DR4: costs a leaving student has been asked to bear and has not answered about, or that are in dispute. */
const checkOut = checkOutPoint({
  code: 'repair',
  async open(db, leaving) {
    const rows = await db.query<{ stayId: string; orderNo: string; amount: number }>(sql`select x."stayId", o.order_no as "orderNo", coalesce(o.cost_total, 0) as amount
      from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) x("stayId" uuid, "roomId" uuid) join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.id = x."stayId"
        join student_account a on a.tenant_id = s.tenant_id and a.student_id = s.student_id join repair_order o on o.tenant_id = a.tenant_id and o.applicant_id = a.user_id
      where o.charge_state in ('asked', 'disputed')`)
    const debtOf = ({ orderNo, amount }: (typeof rows)[number]) => ({ code: 'repair', label: '维修费用未定', note: orderNo, amount })
    return new Map([...Map.groupBy(rows, r => r.stayId)].map(([id, of]) => [id, of.map(debtOf)]))
  },
})
interface Line {
  name: string
  level: number
  orders: number
  oldestAt: string
}
/** The repairs of the dormitory wall. */
const wall = computeMeasure(screenRepairs, async ({ db }) => {
  const rows = await db.query<Line>(sql`select g.name, g.level, count(*)::int as orders, min(o.created_at) as "oldestAt" from ${db.visible(repairOrder).rows()} o
    join repair_urgency g on g.tenant_id = o.tenant_id and g.id = o.urgency_id where o.state in ('submitted', 'reopened', 'dispatched', 'working', 'suspended') group by 1, 2 order by 2`)
  const times = rows.map(r => Date.parse(r.oldestAt))
  return {
    open: rows.reduce((n, r) => n + r.orders, 0),
    byUrgency: rows.map(({ name, level, orders }) => ({ name, level, orders })),
    oldestAt: times.length ? new Date(Math.min(...times)).toISOString() : null,
  }
})
export default [profile, card, checkOut, wall]
