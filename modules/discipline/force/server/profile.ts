import { profilePart } from '#server/extensions/profile-parts.ts'
import { decisionLabel } from '../../cases/model/levels.ts'
import { punishment } from '../../cases/model/punishment.ts'

const LIST = 'discipline:punishment:list'
const SHOWN = ['inForce', 'liftPending', 'served', 'executed'] as const
/** 30-SP: punishments that stand; opened with a reason. What was lifted is not shown here. */
export default profilePart({
  code: 'discipline',
  label: '违纪处分',
  order: 55,
  permission: LIST,
  isClosed: true,
  list: studentId => `/discipline/punishments?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(punishment, LIST).all({ studentId, state: [...SHOWN] }, { sort: ['-decidedOn'] })
    return rows.map(row => ({ label: row.documentNo ?? '', value: { text: decisionLabel({ measure: row.measure, level: row.decidedLevel }) } }))
  },
})
