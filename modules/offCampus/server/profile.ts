import { profilePart } from '#server/extensions/profile-parts.ts'
import { offCampusStay, stayStates, untilOf } from '../model/off-campus-stay.ts'

const LIST = 'offCampus:offCampusStay:list'
export default profilePart({
  code: 'offCampus',
  label: '校外住宿',
  order: 33,
  permission: LIST,
  list: studentId => `/offCampus/stays?view=all&studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(offCampusStay, LIST).all({ studentId, 'approvedAt.isNull': false } as never, { sort: ['-fromOn'], limit: 3 })
    return rows.map(r => ({ label: stayStates.labels[r.state], value: { text: '{fromOn} 至 {toOn}', values: { fromOn: r.fromOn, toOn: untilOf(r) } } }))
  },
  async notable({ db }, studentId) {
    const [late] = await db.visibleFor(offCampusStay, LIST).all({ studentId, state: ['expired'] }, { limit: 1 })
    return [late?.endAt ? { code: 'expired', title: { text: '校外住宿到期未返校' }, at: late.endAt, link: `/offCampus/returns?studentId=${studentId}` } : null]
  },
})
