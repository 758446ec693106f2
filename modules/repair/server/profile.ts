import { accountsOf } from '#modules/student/server/api.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { orderStates, repairOrder } from '../model/order.ts'

const LIST = 'repair:repairOrder:list'
/** 30 SP: what a student reported. */
export default profilePart({
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
