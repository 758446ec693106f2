import { profilePart } from '#server/extensions/profile-parts.ts'
import { infoChange, infoStates } from '../model/info-change.ts'
import { labelOf } from './policies.ts'

const LIST = 'standing:infoChange:list'
const listOf = (studentId: string): string => `/standing/information?studentId=${studentId}`

/** 30-SP: what the student asked to change, and what still has to be marked in the national register. */
export default profilePart({
  code: 'standing.information',
  label: '信息变更',
  order: 12,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(infoChange, LIST).all({ studentId }, { sort: ['-createdAt'], limit: 3 })
    return rows.map(row => ({ label: row.fields.map(labelOf).join('、'), value: { text: infoStates.labels[row.state] } }))
  },
  async notable({ db }, studentId) {
    const [row] = await db.visibleFor(infoChange, LIST).all({ studentId, nationalSync: 'todo' }, { sort: ['effectiveAt'], limit: 1 })
    return [row?.effectiveAt ? { code: 'sync', title: { text: '更正后还没有在学信网标注' }, at: row.effectiveAt, link: `${listOf(studentId)}&view=sync` } : null]
  },
})
