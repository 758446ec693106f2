import { profilePart } from '#server/extensions/profile-parts.ts'
import { registrationBatch } from '../model/batch.ts'
import { recordStates, registrationRecord } from '../model/record.ts'

const LIST = 'standing:registrationRecord:list'
const listOf = (studentId: string): string => `/standing/registrations?tab=list&studentId=${studentId}`

/** 30-SP: the latest registration of a student, and one that has run out. */
export default profilePart({
  code: 'standing.registration',
  label: '学期注册',
  order: 11,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const [row] = await db.visibleFor(registrationRecord, LIST).all({ studentId }, { sort: ['-createdAt'], limit: 1 })
    const batch = row && (await db.unscoped(registrationBatch).one(row.batchId)) // its name, for readers of the record
    if (!batch || Date.parse(batch.beginTime) > Date.now()) return []
    return [{ label: batch.name, value: { text: recordStates.labels[row.state] }, ...(row.state === 'unregistered' ? { tone: 'attention' as const } : {}) }]
  },
  async notable({ db }, studentId) {
    const rows = await db.visibleFor(registrationRecord, LIST).all({ studentId, state: 'unregistered' }, { sort: ['-createdAt'], limit: 1 })
    const over = rows[0] && (await db.unscoped(registrationBatch).one(rows[0].batchId)) // see above
    return [over && Date.parse(over.endTime) < Date.now() ? { code: 'unregistered', title: { text: '逾期未注册' }, at: over.endTime, link: listOf(studentId) } : null]
  },
})
