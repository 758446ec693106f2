import { profilePart } from '#server/extensions/profile-parts.ts'
import { ROLES, societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'

const LIST = 'society:societyMember:list'
export default profilePart({
  code: 'society',
  label: '社团',
  order: 64,
  permission: LIST,
  list: studentId => `/society/members?view=all&studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(societyMember, LIST).all({ studentId, state: 'active' }, { sort: ['joinedOn'], limit: 4 })
    const names = new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s.name])) // of rows in scope
    return rows.map(({ societyId, role, joinedOn }) => ({
      label: names.get(societyId) ?? '',
      value: { text: '{role}，{joinedOn} 加入', values: { role: { text: ROLES[role] }, joinedOn: joinedOn ?? '' } },
    }))
  },
})
