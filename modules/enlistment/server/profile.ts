import { profilePart } from '#server/extensions/profile-parts.ts'
import { enlistRecord, stageStates } from '../model/record.ts'

const LIST = 'enlistment:enlistRecord:list'
const listOf = (studentId: string): string => `/enlistment/records?studentId=${studentId}`
/** Where the student is on the way through service, and that the last day of return is near. */
export default profilePart({
  code: 'enlistment',
  label: '参军入伍',
  order: 55,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const [row] = await db.visibleFor(enlistRecord, LIST).all({ studentId, state: 'approved' }, { sort: ['-registeredOn'], limit: 1 })
    if (!row) return []
    return [
      { label: '进度', value: { text: stageStates.labels[row.stage] } },
      row.noticeDate ? { label: '入伍通知书日期', value: row.noticeDate } : null,
      row.returnBy && row.stage === 'discharged' ? { label: '最晚复学', value: row.returnBy } : null,
    ]
  },
  async notable({ db }, studentId) {
    const [row] = await db.visibleFor(enlistRecord, LIST).all({ studentId, stage: 'discharged' }, { limit: 1 })
    return [row?.returnBy ? { code: 'return', title: { text: '退役后最晚 {on} 复学', values: { on: row.returnBy } }, link: listOf(studentId) } : null]
  },
})
