import { profilePart } from '#server/extensions/profile-parts.ts'
import { auditStates, graduationAudit, RESULTS } from '../model/audit.ts'
import { batchOf } from './rows.ts'

const LIST = 'graduation:graduationAudit:list'
const listOf = (studentId: string): string => `/graduation/audits?studentId=${studentId}`

/** How far the student is from graduating. */
export default profilePart({
  code: 'graduation.audit',
  label: '毕业审核',
  order: 12,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const [row] = await db.visibleFor(graduationAudit, LIST).all({ studentId }, { sort: ['-createdAt'], limit: 1 })
    if (!row) return []
    const { name } = await batchOf(db, row.batchId)
    const result = row.result
      ? { text: '{state}：{result}', values: { state: { text: auditStates.labels[row.state] }, result: { text: RESULTS[row.result] } } }
      : { text: auditStates.labels[row.state] }
    return [{ label: name, value: result }, row.missed ? { label: '未完成事项', value: { text: '{n} 项', values: { n: row.missed } }, tone: 'attention' as const } : null]
  },
})
